import { networkInterfaces } from 'node:os'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { hostInUrl } from '../../src/node/host-in-url.ts'
import { skip } from '../support/servers/skip.ts'
import { startService } from '../support/service/service.ts'

for (const [host, inUrl] of [
  ['127.0.0.1', '127.0.0.1'],
  ['endcap.example.com', 'endcap.example.com'],
  ['0.0.0.0', '127.0.0.1'],
  ['::', '[::1]'],
  ['::1', '[::1]'],
  ['2001:db8::7', '[2001:db8::7]'],
] as const)
  test(`HOST ${host} is ${inUrl} in URLs`, () => {
    assert.is(hostInUrl(host), inUrl)
    assert.ok(URL.canParse(`http://${inUrl}:8080/`))
  })

const hasIpv6 = Object.values(networkInterfaces()).some(all => all?.some(({ address }) => address === '::1'))
if (hasIpv6)
  for (const host of ['::', '::1'])
    test(`a node that listens on ${host} is reached at its URL`, async () => {
      const service = await startService({ HOST: host })
      try {
        assert.match(service.url, /^http:\/\/\[::1\]:\d+$/)
        assert.is((await service.call('GET', '/healthz', undefined, { key: undefined })).status, 200)
      } finally {
        await service.stop()
      }
    })
else skip('a node that listens on IPv6: this machine has none')

test.run()
