import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { BrandReaderOptions } from '../../../src/adapters/brand/open-brand-reader.ts'
import { byNameServers } from '../../../src/adapters/fetcher/by-name-servers.ts'
import { openFetcher } from '../../../src/adapters/fetcher/guarded.ts'
import { BlobsUnavailable } from '../../../src/ports/blobs.ts'
import { type BrandFault, isBrandFault } from '../../../src/ports/brand-reader.ts'
import { type Brands, brandIn, leftBy, openBrands, readBy, sourceOf } from '../../support/brands/brands.ts'
import { exampleFile } from '../../support/brands/example.ts'
import { pngOf, zipOf } from '../../support/brands/made-files.ts'
import { memoryBlobs } from '../../support/memory/fakes.ts'
import { startNameServer } from '../../support/servers/name-server.ts'
import { type Page, servePages } from '../../support/servers/page-server.ts'
import { inTime } from '../../support/waiting/in-time.ts'

type Served = Awaited<ReturnType<typeof servePages>>
const test = suite<{ opened: { close(): Promise<void> }[] }>('the brand reader')
test.before.each(context => {
  context.opened = []
})
test.after.each(async ({ opened }) => {
  for (const one of opened) await one.close()
})

type Context = { opened: { close(): Promise<void> }[] }
const open = async (
  { opened }: Context,
  options: Partial<BrandReaderOptions> = {},
  reachable: readonly string[] = [],
) => {
  const brands = await openBrands(reachable, options)
  opened.unshift(brands)
  return brands
}
/** A reader and a server of pages by path. */
const serving = async (
  context: Context,
  pages: Readonly<Record<string, Page>>,
): Promise<{ brands: Brands; server: Served }> => {
  const server = await servePages(({ path }) => pages[path])
  context.opened.push(server)
  return { brands: await open(context, {}, [new URL(server.base).host]), server }
}
const faultOf = async (brands: Brands, ...sources: Parameters<typeof readBy>[1]): Promise<BrandFault> => {
  const read = await readBy(brands, sources)
  if (!isBrandFault(read)) throw new Error('it was read')
  assert.equal(await leftBy(brands), [])
  return read
}
const short = ({ code, transient }: BrandFault): string => `${code}${transient ? ', perhaps later' : ''}`

test('an address of this machine is refused', async context => {
  const brands = await open(context)
  for (const url of [
    'http://127.0.0.1:9/',
    'http://[::1]/',
    'http://169.254.169.254/latest/',
    'file:///etc/passwd',
    'no address',
  ])
    assert.is(short(await faultOf(brands, { kind: 'url', url })), 'address-refused', url)
})

test('a page that redirects to this machine, or names its files, gets nothing of them', async context => {
  const secret = await servePages(() => ({ body: '<style>body{color:#c0ffee}</style>' }))
  context.opened.push(secret)
  const { brands, server } = await serving(context, {
    '/away': { status: 302, headers: { Location: secret.base } },
    '/page': {
      body: `<title>Outside</title><link rel="stylesheet" href="${secret.base}/a.css"><img src="${secret.base}/a.png">`,
    },
  })
  assert.is(short(await faultOf(brands, { kind: 'url', url: `${server.base}/away` })), 'address-refused')
  const { profile, warnings } = await brandIn(brands, { kind: 'url', url: `${server.base}/page` })
  assert.is(profile.name, 'Outside')
  assert.equal(warnings, ['2 files that the page names could not be fetched.'])
  assert.equal(secret.hits, [])
})

test('what a server answers decides whether the same address may be readable later', async context => {
  const { brands, server } = await serving(context, {
    '/gone': { status: 410 },
    '/busy': { status: 503 },
    '/circle': { status: 302, headers: { Location: '/circle' } },
    '/large': { headers: { 'Content-Length': String(26 * 1_048_576) } },
    '/bytes': { body: Buffer.from([0, 1, 2, 3]) },
  })
  const ends: Record<string, string> = {}
  for (const path of ['gone', 'busy', 'circle', 'large', 'bytes'])
    ends[path] = short(await faultOf(brands, { kind: 'url', url: `${server.base}/${path}` }))
  assert.equal(ends, {
    gone: 'unreachable',
    busy: 'unreachable, perhaps later',
    circle: 'unreachable',
    large: 'too-large',
    bytes: 'unreadable',
  })
})

test('a bot check gives nothing and a warning, whatever its status; other refusals are faults', async context => {
  const html =
    '<!doctype html><title>Just a moment...</title><link rel="stylesheet" href="/wall.css"><link rel="icon" href="/wall.png"><body><h1>Checking your browser before accessing brand.example</h1></body>'
  const { brands, server } = await serving(context, {
    '/ok': { body: html },
    '/forbidden': { status: 403, body: html },
    '/busy': { status: 503, body: html },
    '/bare': {
      status: 403,
      headers: { 'cf-mitigated': 'challenge' },
      body: '<!doctype html><title>brand.example</title>',
    },
    '/plain': { status: 403, body: '<!doctype html><h1>Forbidden</h1>' },
    '/login': { status: 401, body: '<!doctype html><title>Sign in</title><form><input type="password"></form>' },
  })
  for (const path of ['ok', 'forbidden', 'busy', 'bare']) {
    const { profile, warnings } = await brandIn(brands, { kind: 'url', url: `${server.base}/${path}` })
    const { name, copy, images } = profile
    assert.equal([name, copy.headlines, copy.callsToAction, images], ['', [], [], []], path)
    assert.match(warnings.join(), /bot check.*HTML file, or a PDF or pictures/, path)
  }
  const { warnings } = await brandIn(brands, { kind: 'url', url: `${server.base}/login` })
  assert.match(warnings.join(), 'a login page')
  assert.is(short(await faultOf(brands, { kind: 'url', url: `${server.base}/plain` })), 'unreachable')
  assert.equal(
    server.hits.filter(({ path }) => path.includes('wall')),
    [],
  )
})

test('a host that no name server knows is a fault at once, one that cannot be looked up may be readable later', async context => {
  const server = await startNameServer({})
  context.opened.push({ close: () => server.stop() })
  const brandsAsking = async (servers: readonly string[]) => {
    const fetcher = openFetcher({ egressAllow: [], lookup: byNameServers(servers) })
    context.opened.push(fetcher)
    return open(context, { fetcher })
  }
  const source = { kind: 'url', url: 'https://misspelt.test/' } as const
  const unknown = await faultOf(await brandsAsking(server.servers), source)
  assert.is(short(unknown), 'unreachable')
  assert.match(unknown.detail, 'the host is unknown (ENOTFOUND). Check the spelling of its host.')
  assert.is(short(await faultOf(await brandsAsking(['127.0.0.1:9']), source)), 'unreachable, perhaps later')
})

test('of a page at most ten style sheets and twenty pictures are fetched', async context => {
  const links = Array.from(
    { length: 50 },
    (_, n) => `<link rel="stylesheet" href="${n}.css"><img src="${n}.png">`,
  ).join('')
  const { brands, server } = await serving(context, { '/': { body: `<title>Many</title>${links}` } })
  await brandIn(brands, { kind: 'url', url: `${server.base}/` })
  const fetched = (end: string): number => server.hits.filter(({ path }) => path.endsWith(end)).length
  assert.equal([fetched('.css'), fetched('.png')], [10, 20])
})

test('a page is read by its bytes, whatever its content type says', async context => {
  const headers = { 'Content-Type': 'application/pdf' }
  const { brands, server } = await serving(context, { '/': { headers, body: '<title>A page</title><h1>Good day' } })
  const { profile } = await brandIn(brands, { kind: 'url', url: `${server.base}/` })
  assert.equal([profile.name, ...profile.copy.headlines], ['A page', 'Good day'])
})

test('reading ends when its signal does, at any moment, and leaves nothing', async context => {
  const { brands, server } = await serving(context, {})
  const pdf = await sourceOf(brands, 'document', await exampleFile('guideline.pdf'))
  const progressed: number[] = []
  const end = new AbortController()
  const sources = [pdf, pdf, pdf]
  const options = { accountId: 'acme', signal: end.signal }
  const progress = (done: number): void => {
    progressed.push(done)
    end.abort()
  }
  const read = await inTime('an end', brands.reader.read(sources, { ...options, progress }))
  assert.is(isBrandFault(read) && read.code, 'ended')
  assert.equal(progressed, [1 / 3])
  assert.is(isBrandFault(await brands.reader.read(sources, options)), true)
  await brands.reader.close()
  assert.equal(await leftBy(brands), [])
  assert.equal(server.hits, [])
})

test('a reader that closes ends what it reads', async context => {
  const brands = await open(context)
  const pdf = await sourceOf(brands, 'document', await exampleFile('guideline.pdf'))
  const reading = brands.reader.read([pdf], { accountId: 'acme', signal: new AbortController().signal })
  await brands.reader.close()
  const read = await inTime('an end', reading)
  assert.is(isBrandFault(read) && read.code, 'ended')
  assert.equal(await leftBy(brands), [])
})

test('work that takes too much time or memory is refused, and the next is done', async context => {
  const warned: unknown[] = []
  const quiet = () => undefined
  const logger = { debug: quiet, info: quiet, warn: (fields: object) => warned.push(fields), error: quiet }
  const brands = await open(context, { logger, readMs: 1_000 })
  const slow = await sourceOf(brands, 'document', `<style>${'a,'.repeat(50)}b{color:red}</style>`.repeat(200_000))
  assert.is(short(await faultOf(brands, slow)), 'too-large')
  assert.equal(warned, [{ accountId: 'acme', task: 'document', limit: 'time' }])
  await brandIn(brands, await sourceOf(brands, 'document', 'Hello'))
  const small = await open(context, { buffersMb: 8 })
  // buffers are looked at now and then: one picture may come and go while this thread has no turn
  const many = await zipOf(Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`${n}.png`, pngOf(4_000, 4_000)])))
  assert.is(short(await faultOf(small, await sourceOf(small, 'pictures', many))), 'too-large')
})

test('a source that is not stored, or larger than it may be, is refused', async context => {
  const blobs = memoryBlobs()
  const brands = await open(context, {
    blobs: {
      ...blobs,
      stat: async sha256 => (sha256 === 'large' ? { sha256, size: 2e9, modifiedAt: new Date(0) } : undefined),
    },
  })
  assert.is(short(await faultOf(brands, { kind: 'psd', blob: 'large' })), 'too-large')
  assert.is(short(await faultOf(brands, { kind: 'document', blob: 'gone' })), 'unreadable')
})

test('a store that is away is an error, not a fault of the source', async context => {
  const away = () => Promise.reject(new BlobsUnavailable('the store of files cannot be reached'))
  const brands = await open(context, { blobs: { ...memoryBlobs(), stat: away } })
  const said = await readBy(brands, [{ kind: 'pictures', blob: 'x' }]).then(String, (error: Error) => error.name)
  assert.is(said, 'BlobsUnavailable')
  assert.equal(await leftBy(brands), [])
})

test('what is kept of a picture is its pixels only', async context => {
  const brands = await open(context)
  const secret = 'metadata that somebody forgot'
  const bytes = Buffer.concat([pngOf(64, 64), Buffer.from(secret)])
  const pictures = await zipOf({ 'logo.png': bytes, 'scene.png': pngOf(400, 300) })
  const { profile } = await brandIn(brands, await sourceOf(brands, 'pictures', pictures))
  assert.not((await brands.blobs.read(profile.logo!.blob)).includes(secret))
})

test('pictures that nothing reads again are not stored, as nothing would delete or count them', async context => {
  const brands = await open(context)
  const sides = [100, 200, 300, 400, 500, 600]
  const scenes = sides.map(side => [`scene${side}.png`, pngOf(side, side)] as const)
  const pictures = await zipOf({ 'logo.png': pngOf(64, 64), ...Object.fromEntries(scenes) })
  const { profile } = await brandIn(brands, await sourceOf(brands, 'pictures', pictures))
  const widths = []
  for (const { blob, width } of profile.images) if (await brands.blobs.stat(blob)) widths.push(width)
  assert.equal(
    widths.toSorted((a, b) => a - b),
    [64, 300, 400, 500, 600],
  )
})

test.run()
