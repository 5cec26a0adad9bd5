import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { feedSourcesContract } from './sources.contract.ts'

feedSourcesContract('HTTP', async () => {
  const files = new Map<string, Buffer>()
  const login = { username: 'ann', password: 'correct-password' }
  const server = createServer((req, res) => {
    const sent = Buffer.from((req.headers.authorization ?? '').slice(6), 'base64').toString()
    if (sent !== `${login.username}:${login.password}`) return res.writeHead(401).end()
    const file = files.get(decodeURIComponent(req.url ?? '').slice(1))
    return file ? res.end(file) : res.writeHead(404).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    credentials: login,
    wrong: { ...login, password: 'not-the-password' },
    put: async (name, bytes) => files.set(name, Buffer.from(bytes)),
    addressOf: name => ({ urlType: 'http', url: `http://${host}/${encodeURIComponent(name)}` }),
    stop: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}).run()
