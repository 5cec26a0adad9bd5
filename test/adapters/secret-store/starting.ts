import { openSecretStore } from '../../../src/adapters/secret-store/sqlite.ts'
import { openSecrets } from '../../../src/adapters/secrets/sealing.ts'

/** A node's first steps on the folder that is named: prints what its keys make of a text. */
const dataDir = process.argv[2] ?? ''
const store = openSecretStore(dataDir)
const secrets = await openSecrets({ dataDir, secretsKey: undefined, store })
console.log(JSON.stringify({ signature: secrets.sign('p', 't'), hash: secrets.hashApiKey('k') }))
store.close()
