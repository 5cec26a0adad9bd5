import { jobChange } from '../../src/jobs/job-change.ts'

/** POST /v2/accounts/{accountId}/jobs/{process}/{jobId}/retry (JOBS-4). */
export const retryJob = jobChange('RetryJob', {
  summary: 'Try a job again',
  description: 'A job that failed, or pauses, is tried again at once; one that waits or runs is left alone.',
})
