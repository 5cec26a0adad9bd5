import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'

const run = promisify(execFile)

export const hasOpenssl = (): boolean => spawnSync('openssl', ['version']).status === 0

const configuration = `[tsa]
default_tsa = own
[own]
serial = serial
crypto_device = builtin
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256, sha1
ess_cert_id_alg = sha256
`
const extensions = `extendedKeyUsage=critical,timeStamping
keyUsage=critical,digitalSignature
basicConstraints=CA:false
`

/** A time-stamp authority (RFC 3161) on a free local port, which answers by OpenSSL, with certificates of its own. */
export const startTimeStampAuthority = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'endcap-tsa-'))
  const openssl = (...args: string[]) => run('openssl', args, { cwd: folder })
  await writeFile(join(folder, 'tsa.cnf'), configuration)
  await writeFile(join(folder, 'tsa.ext'), extensions)
  const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  for (const ca of ['ca', 'other'])
    await openssl('req', '-x509', ...ec, '-keyout', `${ca}.key`, '-out', `${ca}.pem`, '-subj', `/CN=${ca}`)
  await openssl('req', ...ec, '-keyout', 'tsa.key', '-out', 'tsa.csr', '-subj', '/O=Example/CN=Test TSA')
  const by = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2']
  await openssl('x509', '-req', '-in', 'tsa.csr', ...by, '-extfile', 'tsa.ext', '-out', 'tsa.pem')

  const stamped = async (query: Uint8Array): Promise<Buffer> => {
    await writeFile(join(folder, 'query.tsq'), query)
    const signer = ['-signer', 'tsa.pem', '-inkey', 'tsa.key', '-config', 'tsa.cnf']
    await openssl('ts', '-reply', '-queryfile', 'query.tsq', ...signer, '-out', 'reply.tsr')
    return readFile(join(folder, 'reply.tsr'))
  }
  /** A query that names the SHA-1 of the data, as OpenSSL makes it. */
  const queryBySha1 = async (data: Uint8Array): Promise<Buffer> => {
    await writeFile(join(folder, 'data'), data)
    await openssl('ts', '-query', '-data', 'data', '-sha1', '-cert', '-out', 'sha1.tsq')
    return readFile(join(folder, 'sha1.tsq'))
  }
  let isBroken = false
  const server = createServer(async (request, response) => {
    const query = await buffer(request)
    const isQuery = request.method === 'POST' && request.headers['content-type'] === 'application/timestamp-query'
    const reply = isBroken ? Buffer.from('no time stamp') : await stamped(query)
    const headers = { 'content-type': 'application/timestamp-reply', connection: 'close' }
    response.writeHead(isQuery ? 200 : 400, headers).end(reply)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    url: `http://${host}/`,
    /** PEM files: of the authority's certificate, and of one that has nothing to do with it. */
    ca: join(folder, 'ca.pem'),
    otherCa: join(folder, 'other.pem'),
    stamped,
    queryBySha1,
    /** From now on it answers something else. */
    break: () => {
      isBroken = true
    },
    async close() {
      await new Promise(resolve => server.close(resolve))
      await rm(folder, { recursive: true })
    },
  }
}
export type TimeStampAuthority = Awaited<ReturnType<typeof startTimeStampAuthority>>
