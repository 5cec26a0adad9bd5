import { cancelJob } from '../../commands/jobs/cancel-job.ts'
import { retryJob } from '../../commands/jobs/retry-job.ts'
import { skipJob } from '../../commands/jobs/skip-job.ts'
import { getServiceStatus } from '../../queries/jobs/get-service-status.ts'
import { listJobs } from '../../queries/jobs/list-jobs.ts'
import { area, get, post } from './row.ts'

const job = '/v2/accounts/:accountId/jobs/:process/:jobId'

/** The jobs of an account, and the status of the service. */
export const jobs = area('Jobs', [
  get('/v2/accounts/:accountId/jobs', 'Account_Admin', { listJobs }),
  post(`${job}/retry`, 'Account_Admin', { retryJob }),
  post(`${job}/skip`, 'Account_Admin', { skipJob }),
  post(`${job}/cancel`, 'Account_Admin', { cancelJob }),
  get('/v2/status', 'Account_Admin', { getServiceStatus }),
])
