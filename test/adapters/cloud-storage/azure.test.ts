import { azuriteMissing } from '../../support/servers/azurite.ts'
import { azureCloud } from '../../support/servers/clouds.ts'
import { skip } from '../../support/servers/skip.ts'
import { cloudStorageContract } from '../cloud-storage.contract.ts'

if (azuriteMissing) skip(azuriteMissing)
else cloudStorageContract('Azure', azureCloud).run()
