import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import ssh2, { type Connection } from 'ssh2'

const attributes = { mode: 0o100644, uid: 0, gid: 0, atime: 0, mtime: 0 }
const { EOF, OK } = ssh2.utils.sftp.STATUS_CODE

/** An SFTP server with the same bytes for every file, whose size it states as `sizes` say, one for each time that it is asked. */
export const startGrowingSftp = async (bytes: string, sizes: readonly number[]) => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
  })
  const open = new Set<Connection>()
  const left = [...sizes]
  const server = new ssh2.Server({ hostKeys: [privateKey] }, client => {
    open.add(client)
    client.on('error', () => undefined).on('close', () => open.delete(client))
    client.on('authentication', login => login.accept())
    client.on('session', accept =>
      accept().on('sftp', begin => {
        const sftp = begin()
        sftp.on('OPEN', id => sftp.handle(id, Buffer.from('file')))
        sftp.on('STAT', id => sftp.attrs(id, { ...attributes, size: left.shift() ?? 0 }))
        sftp.on('CLOSE', id => sftp.status(id, OK))
        sftp.on('READ', (id, _, offset) => {
          if (offset === 0) sftp.data(id, Buffer.from(bytes))
          else sftp.status(id, EOF)
        })
      }),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    open: open as ReadonlySet<unknown>,
    async stop() {
      for (const client of open) client.end()
      await new Promise<void>(done => server.close(() => done()))
    },
  }
}
