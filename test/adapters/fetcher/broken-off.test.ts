import { readFile } from 'node:fs/promises'
import { constants, createSecureServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openFetcher } from '../../../src/adapters/fetcher/guarded.ts'
import { isFetchFailure } from '../../../src/ports/fetcher.ts'
import { httpsMissing, newCertificate } from '../../support/servers/https.ts'
import { skip } from '../../support/servers/skip.ts'

const test = suite('responses that break off')

test('are not taken for complete ones, also from a server that speaks HTTP/2', async () => {
  const { key, cert, authority, remove } = await newCertificate()
  const trusted = getCACertificates()
  setDefaultCACertificates([...trusted, await readFile(authority, 'utf8')])
  const server = createSecureServer({ key, cert, allowHTTP1: true }, (request, response) => {
    response.write('sku\na\n', () => {
      if (request.httpVersion === '2.0') response.stream.close(constants.NGHTTP2_CANCEL)
      else request.socket.destroy()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const fetcher = openFetcher({ egressAllow: [host] })
  try {
    const answer = await fetcher.fetchBytes({ url: `https://${host}/`, maxBytes: 1_000 })
    assert.is(isFetchFailure(answer) ? answer.code : String(answer.body), 'unreachable')
  } finally {
    setDefaultCACertificates(trusted)
    await fetcher.close()
    server.close()
    await remove()
  }
})

if (httpsMissing) skip(httpsMissing)
else test.run()
