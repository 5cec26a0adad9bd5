import { jobChange } from '../../src/jobs/job-change.ts'

/** POST /v2/accounts/{accountId}/jobs/{process}/{jobId}/skip (JOBS-5). */
export const skipJob = jobChange('SkipJob', {
  summary: 'Skip a job that no worker holds',
  description: 'A job that no worker holds ends without a result; it can be tried again later.',
})
