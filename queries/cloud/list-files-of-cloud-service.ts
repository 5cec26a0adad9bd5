import { query } from '../../src/engine/operation.ts'
import { listCloudFiles } from './list-cloud-files.ts'

/** GET /accounts/{accountId}/cloud/{serviceId}: the interface's other path for listCloudFiles (CLOUD-6). */
export const listFilesOfCloudService = query({
  ...listCloudFiles,
  summary: 'List the files of a cloud service (documented form)',
  extension: true,
})
