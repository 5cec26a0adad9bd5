import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { campaignWith, provision, startService } from '../support/service/service.ts'

const test = suite('stopping a node')

test('a stopping node accepts no new requests while it finishes rendering a picture', async () => {
  const pictures = createServer().listen(0, '127.0.0.1')
  await once(pictures, 'listening')
  const place = `127.0.0.1:${(pictures.address() as AddressInfo).port}`
  const service = await startService({ EGRESS_ALLOW_ADS: place })
  try {
    const slow = { adUnitId: 3, adUnitName: 'Slow', dimension: '20x20', html: `<img src="http://${place}/a.png">` }
    await provision(service, [slow])
    const campaign = await campaignWith(service, ['one'])
    const requested = once(pictures, 'request') as Promise<[unknown, ServerResponse]>
    await service.must('POST', `${campaign}/activate`)
    const [, picture] = await requested
    const stopped = service.stop()
    const status = await fetch(`${service.url}/healthz`).then(
      answer => answer.status,
      () => 'refused',
    )
    picture.writeHead(404).end()
    await stopped
    assert.ok(status === 'refused' || status === 503, `${status}`)
  } finally {
    pictures.close()
  }
})

test.run()
