import { readFile } from 'node:fs/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { ftpMissing, startFtp } from '../../support/servers/ftp.ts'
import { httpsMissing, newCertificate } from '../../support/servers/https.ts'
import { skip } from '../../support/servers/skip.ts'
import { feedSourcesContract } from './sources.contract.ts'

const missing = ftpMissing ?? httpsMissing
if (missing) skip(missing)
else
  feedSourcesContract('FTP with a server that demands TLS', async () => {
    const { authority, remove, ...certificate } = await newCertificate()
    const trusted = getCACertificates()
    setDefaultCACertificates([...trusted, await readFile(authority, 'utf8')])
    const server = await startFtp(certificate)
    return {
      ...server,
      credentials: { username: 'anonymous', password: 'ann@example.com' },
      wrong: { username: 'somebody', password: 'not-the-password' },
      addressOf: name => ({ urlType: 'ftp', url: `ftp://${server.host}/${encodeURIComponent(name)}` }),
      stop: async () => {
        setDefaultCACertificates(trusted)
        await server.stop()
        await remove()
      },
    }
  }).run()
