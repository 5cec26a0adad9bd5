import { ftpMissing, startFtp } from '../../support/servers/ftp.ts'
import { skip } from '../../support/servers/skip.ts'
import { feedSourcesContract } from './sources.contract.ts'

if (ftpMissing) skip(ftpMissing)
else
  feedSourcesContract('FTP', async () => {
    const server = await startFtp()
    return {
      ...server,
      credentials: { username: 'anonymous', password: 'ann@example.com' },
      wrong: { username: 'somebody', password: 'not-the-password' },
      addressOf: name => ({ urlType: 'ftp', url: `ftp://${server.host}/${encodeURIComponent(name)}` }),
    }
  }).run()
