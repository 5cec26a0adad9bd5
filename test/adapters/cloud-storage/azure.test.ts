import { azureCloud } from '../../support/clouds.ts'
import { azuriteMissing } from '../../support/servers/azurite.ts'
import { skip } from '../../support/servers/skip.ts'
import { cloudStorageContract } from '../cloud-storage.contract.ts'

if (azuriteMissing) skip(azuriteMissing)
else cloudStorageContract('Azure', azureCloud).run()
