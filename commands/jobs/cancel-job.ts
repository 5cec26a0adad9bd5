import { jobChange } from '../../src/jobs/job-change.ts'

/** POST /v2/accounts/{accountId}/jobs/{process}/{jobId}/cancel (JOBS-5). */
export const cancelJob = jobChange('CancelJob', {
  summary: 'Cancel a job, also one that runs',
  description: 'A job ends without a result, also while a worker holds it; it can be tried again later.',
})
