import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const openssl = '/usr/bin/openssl'
export const httpsMissing: string | undefined = existsSync(openssl)
  ? undefined
  : `the suite on HTTPS: there is no ${openssl}`

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

/** A certificate for 127.0.0.1 of a new authority of its own; `authority` is the file with that of the authority. */
export const newCertificate = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'endcap-https-'))
  const at = (name: string) => join(folder, name)
  const run = (...args: readonly string[]) => execFileSync(openssl, args, { stdio: 'pipe' })
  const authority = ['-keyout', at('ca.key'), '-out', at('ca.pem'), '-subj', '/CN=authority of the tests']
  run('req', '-x509', ...newKey, ...authority, '-days', '2')
  run('req', ...newKey, '-keyout', at('own.key'), '-out', at('own.csr'), '-subj', '/CN=127.0.0.1')
  await writeFile(at('names'), 'subjectAltName=IP:127.0.0.1\n')
  const signed = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial', '-extfile', at('names'), '-days', '2']
  run('x509', '-req', '-in', at('own.csr'), '-out', at('own.pem'), ...signed)
  const [key, cert] = await Promise.all([readFile(at('own.key')), readFile(at('own.pem'))])
  return { key, cert, authority: at('ca.pem'), remove: () => rm(folder, { recursive: true }) }
}

/** A server for 127.0.0.1 with such a certificate, which answers every request with `body`. */
export const startHttps = async (body: string) => {
  const { key, cert, authority, remove } = await newCertificate()
  const server = createServer({ key, cert }, (_, res) => void res.end(body))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    url: `https://${host}/products.csv`,
    /** The file with the certificate of its authority. */
    authority,
    async stop() {
      server.closeAllConnections()
      server.close()
      await remove()
    },
  }
}
