import { azureCloud } from '../../support/clouds.ts'
import { azuriteMissing } from '../../support/servers/azurite.ts'
import { cloudStorageContract } from '../cloud-storage.contract.ts'

if (azuriteMissing) console.log(azuriteMissing)
else cloudStorageContract('Azure', azureCloud).run()
