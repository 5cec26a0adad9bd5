import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openRenderCache } from '../../src/adapters/render-cache/folder.ts'
import { asset } from '../../src/domain/assets/asset.ts'
import { assetId } from '../../src/domain/assets/asset-id.ts'
import type { Ports } from '../../src/ports/ports.ts'
import { type Rendered, RendererUnavailable, type RenderFailure, type RenderJob } from '../../src/ports/renderer.ts'
import { type Drawing, draw } from '../../src/rendering/draw.ts'
import { fakeRenderer, fakeWorld } from '../support/memory/fakes.ts'
import { comesTrue, memoryNodes } from '../support/memory/node.ts'

const test = suite<{ folder: string }>('drawings')
test.before.each(async context => {
  context.folder = await mkdtemp(join(tmpdir(), 'endcap-draw-'))
})
test.after.each(({ folder }) => rm(folder, { recursive: true }))

const minuteMs = 60_000
const creative = { creativeName: 'pot', columns: [] }

/**
 * A node whose renderer answers like this, and a drawing of a page; `jobs` are the pages that were rendered, `looks` how often the cache has
 * answered.
 */
const world = async (
  folder: string,
  draws: (job: RenderJob) => Promise<Rendered | RenderFailure> | Rendered | RenderFailure,
  html = '<p>ad</p>',
) => {
  let now = 1_000
  const renderer = fakeRenderer(draws)
  const cache = await openRenderCache(folder, 1e6, () => now)
  let looks = 0
  const renderCache: Ports['renderCache'] = {
    ...cache,
    async get(key) {
      const found = await cache.get(key)
      looks++
      return found
    },
  }
  const fetcher = {
    fetchBytes: async () => ({ code: 'unreachable', detail: 'no route' }),
  } as unknown as Ports['fetcher']
  const fetched: string[] = []
  const adFetcher: Ports['adFetcher'] = {
    ...fetcher,
    fetchBytes: async ({ url }) => {
      fetched.push(url)
      return { url, status: 200, headers: {}, body: Buffer.from(`picture ${fetched.length}`) }
    },
  }
  const nodes = memoryNodes(fakeWorld({ renderer, renderCache, fetcher, adFetcher }))
  const { ports } = nodes
  const { sha256 } = await ports.blobs.put(Buffer.from(html))
  const adUnit = { adUnitId: 1, adUnitName: 'Hero', dimension: '80x40', htmlSha256: sha256 }
  const drawing: Drawing = { accountId: 'acme', adUnit, creative, format: 'png', scale: 1 }
  const drawn = (more: Partial<Drawing> = {}) => draw({ ...drawing, ...more }, ports)
  const pass = (ms: number) => {
    now += ms
  }
  return { drawing, drawn, jobs: renderer.jobs, looks: () => looks, fetched, pass, nodes }
}
/** What is answered of a drawing of which nothing was noted. */
const picture = (text: string) => ({ bytes: Buffer.from(text), notes: { missingGlyphs: [] } })
const timeout: RenderFailure = { code: 'render-timeout', detail: 'Hero timed out' }

test('a page that failed is not rendered again for ten minutes', async ({ folder }) => {
  const { drawn, jobs, pass } = await world(folder, () => timeout)
  for (const isPublic of [{ isPublic: true }, {}, { isPublic: true }] as const)
    assert.equal(await drawn(isPublic), timeout)
  pass(10 * minuteMs - 1)
  assert.equal(await drawn({ isPublic: true }), timeout)
  assert.is(jobs.length, 1)
  pass(2)
  assert.equal(await drawn({ isPublic: true }), timeout)
  assert.is(jobs.length, 2)
})

test('a failure is not remembered when the format, the scale or the page is another', async ({ folder }) => {
  const { drawn, jobs } = await world(folder, () => timeout)
  for (const more of [{}, { scale: 2 }, { format: 'jpg' }] as const) await drawn(more)
  assert.is(jobs.length, 3)
})

test('one account cannot make the page of another one count as failed, nor get its files', async ({ folder }) => {
  const { drawn, jobs } = await world(folder, job =>
    job.accountId === 'stranger' ? timeout : { bytes: Buffer.from('with files'), missing: [] },
  )
  assert.equal(await drawn({ accountId: 'stranger' }), timeout)
  assert.equal(await drawn({ accountId: 'acme' }), picture('with files'))
  assert.equal(await drawn({ accountId: 'stranger' }), timeout)
  assert.is(jobs.length, 2)
})

test('public links do not look for missing images again, but work that was requested does', async ({ folder }) => {
  let missing = ['http://ad.invalid/a.png']
  const { drawn, jobs } = await world(folder, () => ({ bytes: Buffer.from('png'), missing }))
  const failure = {
    code: 'image-missing',
    detail: 'not found, as only files of the asset library and reachable addresses are drawn: /a.png',
  }
  assert.equal(await drawn({ isPublic: true }), failure)
  missing = []
  assert.equal(await drawn({ isPublic: true }), failure)
  assert.is(jobs.length, 1)
  assert.equal(await drawn(), picture('png'))
  assert.equal(await drawn({ isPublic: true }), picture('png'))
})

for (const [address, failure] of [
  [
    'http://ad.invalid/assets/acme/a.png',
    { code: 'image-undecodable', detail: '/assets/acme/a.png is no picture that browsers can show' },
  ],
  [
    'data:image/png;base64,AAAA',
    {
      code: 'image-undecodable',
      detail: 'the data: address data:image/png;base64,AAAA is no picture that browsers can show',
    },
  ],
  ['file:///C:/a.png', { code: 'image-missing', detail: 'file:///C:/a.png is no address of the web' }],
  ['http://[::1', { code: 'image-missing', detail: 'http://[::1 is no address of the web' }],
  [
    'https://shop.example/pot.png?token=secret',
    { code: 'image-undecodable', detail: 'https://shop.example/pot.png is no picture that browsers can show' },
  ],
] as const)
  test(`an ad that shows ${address} as a picture, which it is not: ${failure.code}`, async ({ folder }) => {
    const { drawn } = await world(folder, () => ({ bytes: Buffer.from('png'), missing: [], broken: [address] }))
    assert.equal(await drawn(), failure)
  })

test('a library file whose address is encoded wrongly is missing, and no fault of the service', async ({ folder }) => {
  const found: unknown[] = []
  const { drawn } = await world(folder, async job => {
    found.push(await job.resource('http://ad.invalid/assets/acme/50%off.png', true))
    return { bytes: Buffer.from('png'), missing: [] }
  })
  await drawn()
  assert.equal(found, [undefined])
})

for (const [what, outcome] of [
  ['failure', timeout],
  ['picture', { bytes: Buffer.from('png'), missing: [] }],
] as const)
  test(`many who ask at the same time get one ${what}, rendered once`, async ({ folder }) => {
    const { drawn, jobs, looks } = await world(folder, async () => {
      // a look that ends after the picture was kept, but did not see it, would lead to another rendering
      await comesTrue(() => looks() === 50, 'everybody has looked into the cache')
      return outcome
    })
    const all = await Promise.all(Array.from({ length: 50 }, () => drawn({ isPublic: true })))
    assert.is(jobs.length, 1)
    assert.is(new Set(all.map(one => JSON.stringify(one))).size, 1)
  })

test('work of the account does not wait for a drawing that strangers asked for, which waits behind all others of theirs', async ({
  folder,
}) => {
  const turn = Promise.withResolvers<void>()
  const { drawn, jobs } = await world(folder, async ({ isPublic }) => {
    if (isPublic) await turn.promise
    return { bytes: Buffer.from('png'), missing: [] }
  })
  const asked = drawn({ isPublic: true })
  await comesTrue(() => jobs.length === 1, 'it waits')
  const own = drawn()
  await comesTrue(() => jobs.length === 2, 'the own work is drawn')
  assert.equal(await own, picture('png'))
  turn.resolve()
  assert.equal(await asked, picture('png'))
})

test('a picture of elsewhere is fetched and drawn once a minute, however often strangers ask for the ad', async ({
  folder,
}) => {
  const external = async (job: RenderJob) => ({
    bytes: (await job.resource('https://shop.example.com/pot.png', false))?.body ?? Buffer.alloc(0),
    missing: [],
  })
  const { drawn, jobs, fetched, pass } = await world(folder, external)
  const asked = async (more: Partial<Drawing> = { isPublic: true }) => {
    const picture = await drawn(more)
    return 'bytes' in picture ? picture.bytes.toString() : picture
  }
  for (let n = 0; n < 20; n++) assert.is(await asked(), 'picture 1')
  pass(minuteMs - 1)
  assert.is(await asked(), 'picture 1')
  assert.equal([jobs.length, fetched.length], [1, 1])
  pass(2)
  for (let n = 0; n < 20; n++) assert.is(await asked(), 'picture 2')
  assert.equal([jobs.length, fetched.length], [2, 2])
  // work that was requested shows the picture as it is now
  assert.is(await asked({}), 'picture 3')
  assert.is(await asked(), 'picture 3')
})

test('an unavailable renderer is not remembered', async ({ folder }) => {
  let up = false
  const { drawn } = await world(folder, () => {
    if (!up) throw new RendererUnavailable('Chromium was lost')
    return { bytes: Buffer.from('png'), missing: [] }
  })
  const error = await drawn({ isPublic: true }).catch(e => e)
  assert.instance(error, RendererUnavailable)
  up = true
  assert.equal(await drawn({ isPublic: true }), picture('png'))
})

test('a file of the library is read once for a page, whatever query its names have', async ({ folder }) => {
  const { drawn, nodes } = await world(folder, async job => {
    const names = Array.from(
      { length: 300 },
      (_, i) => `http://ad.invalid/assets/acme/a%2${i % 2 ? 'D' : 'd'}b.png?${i}`,
    )
    const found = await Promise.all(names.map(name => job.resource(name, true)))
    assert.is(new Set(found).size, 1)
    return { bytes: found[0]?.body ?? Buffer.alloc(0), missing: [] }
  })
  const bytes = Buffer.from('the file')
  const { sha256, size } = await nodes.ports.blobs.put(bytes)
  const path = 'a-b.png'
  const file = { accountId: 'acme', path, sha256, size, contentType: 'image/png', at: nodes.clock.now().toISOString() }
  await nodes.does(asset, assetId('acme', path), file)
  assert.equal(await drawn(), { bytes, notes: { missingGlyphs: [] } })
})

test('what a drawing found out is told again when its picture comes from the cache', async ({ folder }) => {
  const missingGlyphs = [{ text: 'Τιμή ქ\n', characters: 'ქ' }]
  const { drawn, jobs } = await world(folder, () => ({
    bytes: Buffer.from('png\nof two lines'),
    missing: [],
    missingGlyphs,
    durationMs: 6200,
  }))
  const wanted = { bytes: Buffer.from('png\nof two lines'), notes: { missingGlyphs, measuredMs: 6200 } }
  assert.equal([await drawn(), await drawn(), jobs.length], [wanted, wanted, 1])
})

test('a gif is made anew when it may last longer', async ({ folder }) => {
  const { nodes, drawing, jobs } = await world(folder, () => ({ bytes: Buffer.from('gif'), missing: [] }))
  const withMost = (gifMaxMs: number, format: 'gif' | 'png') =>
    draw({ ...drawing, format }, { ...nodes.ports, config: { ...nodes.ports.config, gifMaxMs } })
  for (const format of ['gif', 'png'] as const) for (const ms of [30_000, 0, 30_000]) await withMost(ms, format)
  assert.equal(
    jobs.map(({ format }) => format),
    ['gif', 'gif', 'png'],
  )
})

test.run()
