import { s3Cloud } from '../../support/servers/clouds.ts'
import { s3Missing } from '../../support/servers/s3.ts'
import { skip } from '../../support/servers/skip.ts'
import { cloudStorageContract } from '../cloud-storage.contract.ts'

if (s3Missing) skip(s3Missing)
else {
  cloudStorageContract('S3', s3Cloud).run()
  cloudStorageContract('S3 in another region', () => s3Cloud('eu-west-3')).run()
}
