import sharp from 'sharp'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { loopback } from '../support/servers/loopback.ts'
import { activated, campaignWith, provision, startService } from '../support/service/service.ts'

type Inner = Awaited<ReturnType<typeof loopback>>
const test = suite<{ inner: Inner }>('what ads load from private addresses')

test.before(async context => {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#00ff00' } })
    .png()
    .toBuffer()
  context.inner = await loopback((_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end(png))
})
test.after(({ inner }) => inner.stop())

/** Activates a campaign whose ads show an image of the inner server, on a service with these settings. */
const activatedWith = async (inner: Inner, env: Record<string, string>) => {
  const before = inner.seen.length
  const service = await startService(env)
  const html = `<!doctype html><body>{{headline}}<img src="${inner.origin}/inside.png"></body>`
  await provision(service, [{ adUnitId: 3, adUnitName: 'Curious', dimension: '80x40', html }])
  const run = await activated(service, await campaignWith(service, ['one'])).finally(service.stop)
  return { ...run, requests: inner.seen.length - before }
}

test('a host of EGRESS_ALLOW, which is for clouds, is not open to ads', async ({ inner }) => {
  const { status, message, requests } = await activatedWith(inner, { EGRESS_ALLOW: inner.host })
  assert.equal([status, requests], ['EXAMINE', 0], message)
  assert.match(message, 'inside.png')
})

test('a host of EGRESS_ALLOW_ADS is', async ({ inner }) => {
  const { status, message, requests } = await activatedWith(inner, { EGRESS_ALLOW_ADS: inner.host })
  assert.is(status, 'ACTIVE', message)
  assert.ok(requests > 0)
})

test.run()
