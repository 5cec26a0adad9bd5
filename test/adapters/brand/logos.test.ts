import sharp from 'sharp'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Brands, brandIn, openBrands, sourceOf } from '../../support/brands/brands.ts'

const test = suite<{ brands: Brands }>('logos')
test.before(async context => {
  context.brands = await openBrands()
})
test.after(async ({ brands }) => brands.close())

const svg = (size: string, inner: string, more = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${size} ${more}>${inner}</svg>`
const inPage = (logo: string): string =>
  `<!doctype html><title>Fern</title><div class="logo">${logo}</div><h1>Hello</h1>`
const asData = (png: Buffer): string => `<img alt="Fern logo" src="data:image/png;base64,${png.toString('base64')}">`

/** The logo of a page, its pixels, and the share of each of its edges that is painted. */
const logoIn = async (brands: Brands, markup: string) => {
  const { profile, warnings } = await brandIn(brands, await sourceOf(brands, 'document', inPage(markup)))
  if (profile.logo === undefined) return { logo: undefined, edges: undefined, warnings }
  const bytes = await brands.blobs.read(profile.logo.blob)
  const { data, info } = await sharp(bytes)
    .ensureAlpha()
    .extractChannel('alpha')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const share = (count: number, at: (n: number) => number): number =>
    Array.from({ length: count }, (_, n) => data[at(n)]! > 100).filter(Boolean).length / count
  const { width, height } = info
  const edges = {
    left: share(height, y => y * width),
    right: share(height, y => y * width + width - 1),
    top: share(width, x => x),
    bottom: share(width, x => (height - 1) * width + x),
  }
  return { logo: profile.logo, edges, warnings }
}

test('a logo loses its transparent margins, and nothing of itself', async ({ brands }) => {
  const mark = svg('width="400" height="400"', '<circle cx="150" cy="210" r="60" fill="#1f6b4a"/>')
  const { logo, edges } = await logoIn(brands, asData(await sharp(Buffer.from(mark)).png().toBuffer()))
  assert.equal([logo?.width, logo?.height], [120, 120])
  // a circle touches each edge a little
  for (const share of Object.values(edges ?? {})) assert.ok(share > 0 && share < 0.3, String(share))
})

test('a logo on a background of its own keeps it', async ({ brands }) => {
  const mark = svg(
    'width="200" height="80"',
    '<rect width="200" height="80" fill="#fff"/><rect x="80" y="20" width="40" height="40" fill="#c0392b"/>',
  )
  const { logo } = await logoIn(brands, asData(await sharp(Buffer.from(mark)).png().toBuffer()))
  assert.equal([logo?.width, logo?.height], [200, 80])
})

test('a small SVG is drawn large enough for sharp screens', async ({ brands }) => {
  const { logo } = await logoIn(brands, svg('viewBox="0 0 24 12"', '<path d="M0 0h24v12H0z" fill="#1f6b4a"/>'))
  assert.equal([logo?.width, logo?.height], [640, 320])
})

for (const [what, anchor, x] of [
  ['at the right', 'start', 30],
  ['on both sides', 'middle', 60],
  ['at the left', 'end', 90],
] as const)
  test(`the text of an SVG is not cut where another font is wider: ${what}`, async ({ brands }) => {
    const text = `<text x="${x}" y="26" font-family="Brandon Grotesque" font-size="22" text-anchor="${anchor}" fill="#222">Fernhollow</text>`
    const { logo, edges, warnings } = await logoIn(brands, svg('width="120" height="36"', text))
    assert.ok(logo)
    // letters were cut if they stood in a line at an edge
    assert.ok(edges.left < 0.95 && edges.right < 0.95)
    assert.ok(logo.width / logo.height > 120 / 36, `${logo.width} x ${logo.height}`)
    assert.match(warnings.join(), 'SVG with text')
  })

test('an SVG whose text fits is as its designer made it', async ({ brands }) => {
  const inner =
    '<rect width="200" height="50" fill="#1f6b4a"/><text x="20" y="32" font-size="20" fill="#fff">Fern</text>'
  const { logo } = await logoIn(brands, svg('width="200" height="50"', inner))
  assert.equal([logo?.width, logo?.height], [640, 160])
})

test('an SVG that holds more than shapes is left out, and a warning says so', async ({ brands }) => {
  const inner = '<style>@import url(https://fonts.example/a.css)</style><text>Fern</text>'
  const { logo, warnings } = await logoIn(brands, svg('width="200" height="50"', inner))
  assert.is(logo, undefined)
  assert.match(warnings.join(), 'The logo of the page was not read: The SVG holds more than shapes. Send it as a PNG.')
})

test.run()
