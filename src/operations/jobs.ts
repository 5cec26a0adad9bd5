import { getServiceStatus } from '../../queries/jobs/get-service-status.ts'
import { listJobs } from '../../queries/jobs/list-jobs.ts'
import { area, get } from './row.ts'

/** The jobs of an account, and the status of the service. */
export const jobs = area('Jobs', [
  get('/v2/accounts/:accountId/jobs', 'Account_Admin', { listJobs }),
  get('/v2/status', 'Account_Admin', { getServiceStatus }),
])
