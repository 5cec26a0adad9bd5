import { sftpMissing, startSftp } from '../../support/servers/sftp.ts'
import { skip } from '../../support/servers/skip.ts'
import { feedSourcesContract } from './sources.contract.ts'

if (sftpMissing) skip(sftpMissing)
else
  feedSourcesContract('SFTP', async () => {
    const server = await startSftp()
    const { username, privateKey, otherKey, port, pathOf } = server
    const encoded = (name: string) => pathOf(name).split('/').map(encodeURIComponent).join('/')
    return {
      ...server,
      credentials: { username, privateKey },
      wrong: { username, privateKey: otherKey },
      addressOf: name => ({ urlType: 'sftp', url: `sftp://127.0.0.1${encoded(name)}`, portNumber: port }),
    }
  }).run()
