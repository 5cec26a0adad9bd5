import { openSecretStore } from '../../../src/adapters/secret-store/sqlite.ts'
import { openSecrets } from '../../../src/adapters/secrets/sealing.ts'

/** Opens the secrets of a folder, as a starting node does, and prints what its keys produce for a text. */
const dataDir = process.argv[2] ?? ''
const store = openSecretStore(dataDir)
const secrets = await openSecrets({ dataDir, secretsKey: undefined, store })
console.log(JSON.stringify({ signature: secrets.sign('p', 't'), hash: secrets.hashApiKey('k') }))
store.close()
