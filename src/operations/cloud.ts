import { cancelCloudCopy } from '../../commands/cloud/cancel-cloud-copy.ts'
import { changeCloudService } from '../../commands/cloud/change-cloud-service.ts'
import { copyCloudFiles } from '../../commands/cloud/copy-cloud-files.ts'
import { createCloudService } from '../../commands/cloud/create-cloud-service.ts'
import { deleteCloudService } from '../../commands/cloud/delete-cloud-service.ts'
import { updateCloudService } from '../../commands/cloud/update-cloud-service.ts'
import { listCloudFiles } from '../../queries/cloud/list-cloud-files.ts'
import { listCloudServices } from '../../queries/cloud/list-cloud-services.ts'
import { listFilesOfCloudService } from '../../queries/cloud/list-files-of-cloud-service.ts'
import { area, del, get, post, put } from './row.ts'

const cloud = '/accounts/:accountId/cloud'

/** Cloud storage, from which files are copied into the asset library. */
export const cloudServices = area('Cloud services', [
  get(cloud, 'CloudService_All', { listCloudServices }),
  post(cloud, 'CloudService_All', { createCloudService }),
  put(`${cloud}/:serviceId`, 'CloudService_All', { updateCloudService }),
  del(`${cloud}/:serviceId`, 'CloudService_All', { deleteCloudService }),
  get(`${cloud}/:serviceId/files`, 'CloudService_All', { listCloudFiles }),
  post(`${cloud}/:serviceId/copy`, 'CloudService_All', { copyCloudFiles }),
  post(`${cloud}/:serviceId/copy/:queueId/cancel`, 'CloudService_All', { cancelCloudCopy }),
  get(`${cloud}/:serviceId`, 'CloudService_All', { listFilesOfCloudService }),
  post(`${cloud}/:serviceId`, 'CloudService_All', { changeCloudService }),
])
