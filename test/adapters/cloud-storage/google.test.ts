import { googleCloud } from '../../support/servers/clouds.ts'
import { cloudStorageContract } from '../cloud-storage.contract.ts'

cloudStorageContract('Google', googleCloud).run()
