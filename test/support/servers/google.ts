import { createVerify, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** Whether the request has an unexpired token for reading, signed by the service account. */
const isSigned = (request: IncomingMessage, email: string): boolean => {
  const [head = '', claims = '', signature = ''] = (request.headers.authorization ?? '')
    .replace('Bearer ', '')
    .split('.')
  if (signature === '') return false
  const { iss, exp, scope } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const good = createVerify('RSA-SHA256').update(`${head}.${claims}`).verify(publicKey, signature, 'base64url')
  return good && iss === email && exp * 1000 > Date.now() && /devstorage\.read_only/.test(scope)
}

const json = (response: ServerResponse, status: number, body: object) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** The two calls of Google's JSON API that Endcap uses, on in-memory objects, with checked signatures. */
export const startGoogle = async () => {
  const bucket = 'endcap-tests'
  const email = 'reader@endcap-tests.iam.gserviceaccount.com'
  const objects = new Map<string, Buffer>()

  const list = (query: URLSearchParams, response: ServerResponse) => {
    const after = query.get('pageToken') ?? ''
    const limit = Number(query.get('maxResults') ?? 1000)
    const names = [...objects.keys()]
      .filter(
        name =>
          name.startsWith(query.get('prefix') ?? '') &&
          (after === '' || Buffer.compare(Buffer.from(name), Buffer.from(after)) > 0),
      )
      .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    const page = names.slice(0, limit)
    const items = page.map(name => ({
      name,
      size: String(objects.get(name)?.length),
      updated: '2026-03-01T09:30:00.000Z',
    }))
    json(response, 200, { items, ...(names.length > limit ? { nextPageToken: page.at(-1) } : {}) })
  }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://google.test')
    const [, ofBucket, name] = /^\/storage\/v1\/b\/([^/]+)\/o(?:\/([^/]+))?$/.exec(url.pathname) ?? []
    if (!isSigned(request, email)) return json(response, 401, { error: { code: 401 } })
    if (ofBucket !== bucket) return json(response, 404, { error: { code: 404 } })
    if (name === undefined) return list(url.searchParams, response)
    const bytes = objects.get(decodeURIComponent(name))
    return bytes === undefined || url.searchParams.get('alt') !== 'media'
      ? json(response, 404, { error: { code: 404 } })
      : response.writeHead(200, { 'content-length': bytes.length }).end(bytes)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket,
    email,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    put: async (key: string, bytes: Buffer): Promise<void> => void objects.set(key, bytes),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
