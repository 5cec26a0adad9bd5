import { googleCloud } from '../../support/clouds.ts'
import { cloudStorageContract } from '../cloud-storage.contract.ts'

cloudStorageContract('Google', googleCloud).run()
