import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { psdOf } from '../../../examples/brands/psd-of.ts'
import { BrandProfile } from '../../../src/domain/templates/brand.ts'
import { isBrandFault } from '../../../src/ports/brand-reader.ts'
import { type Brands, leftBy, openBrands, readBy, sourceOf } from '../../support/brands/brands.ts'
import {
  lockedZip,
  lyingZip,
  packedStream,
  patched,
  pdfOf,
  plain,
  pngOf,
  psdHeader,
  section,
  zipOf,
} from '../../support/brands/made-files.ts'

const test = suite<{ brands: Brands }>('hostile brands')
test.before(async context => {
  context.brands = await openBrands([], { heapMb: 256, buffersMb: 384, readMs: 8_000, sourceMs: 170_000 })
})
test.after(({ brands }) => brands.close())

const mebibyte = 1_048_576
const times = (count: number, text: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => text(n)).join('')

/** The code of the fault, or `read`; meanwhile this thread answers its timers, and afterwards nothing is left. */
const endOf = async (brands: Brands, kind: 'document' | 'pictures' | 'psd', bytes: Uint8Array | string) => {
  let ticks = 0
  const timer = setInterval(() => ticks++, 5)
  const read = await readBy(brands, [await sourceOf(brands, kind, bytes)]).finally(() => clearInterval(timer))
  assert.ok(ticks > 0, 'this thread was never free')
  assert.equal(await leftBy(brands), [])
  if (isBrandFault(read)) return read.code
  assert.ok(BrandProfile.is(read.profile), 'the profile is within its bounds')
  assert.ok(read.warnings.every(warning => warning.length < 500))
  return 'read'
}
type Row = readonly [name: string, bytes: () => Promise<Uint8Array | string> | Uint8Array | string, ...ends: string[]]
const all = (kind: Parameters<typeof endOf>[1], rows: readonly Row[]): void => {
  for (const [name, bytes, ...ends] of rows)
    test(`${kind}: ${name}`, async ({ brands }) => {
      const end = await endOf(brands, kind, await bytes())
      assert.ok(ends.includes(end), `${end}, not ${ends.join(' or ')}`)
    })
}
const svg = (inner: string, more = ''): string => `<svg xmlns="http://www.w3.org/2000/svg" ${more}>${inner}</svg>`
const small = { 'a/a.png': pngOf(64, 64) }

all('pictures', [
  ['nothing', () => '', 'unreadable'],
  ['a text', () => 'logo', 'unreadable'],
  ['a GIF', () => 'GIF89a\x01\x00\x01\x00', 'unreadable'],
  ['a PNG of 30,000 x 30,000', () => pngOf(30_000, 30_000), 'too-large'],
  ['a PNG that says 2,000,000,000 x 2,000,000,000', () => pngOf(2e9, 2e9, 1), 'too-large', 'unreadable'],
  ['a PNG of no pixels', () => pngOf(0, 0), 'unreadable'],
  ['a PNG with less rows than it says', () => pngOf(4_000, 4_000, 10), 'unreadable'],
  ['the beginning of a PNG', () => pngOf(64, 64).subarray(0, 20), 'unreadable'],
  ['half of a JPEG', async () => (await plain('red', 'jpeg')).subarray(0, 200), 'unreadable'],
  ['half of a WebP', async () => (await plain('red', 'webp')).subarray(0, 30), 'unreadable'],
  ['a PNG of one row', () => pngOf(100_000, 1), 'read', 'unreadable'],
  ['an SVG with a script', () => svg('<script>while(1){}</script><rect width="9" height="9"/>'), 'unreadable'],
  ['an SVG with an event', () => svg('<rect width="9" height="9" onload="x()"/>'), 'unreadable'],
  ['an SVG with a file', () => svg('<image href="file:///etc/passwd" width="9" height="9"/>'), 'unreadable'],
  ['an SVG with an address in CSS', () => svg('<style>rect{fill:url(http://127.0.0.1/)}</style><rect/>'), 'unreadable'],
  ['an SVG with HTML', () => svg('<foreignObject><body/></foreignObject>'), 'unreadable'],
  [
    'an SVG of a billion laughs',
    () => `<!DOCTYPE svg [<!ENTITY a "ha">${times(9, n => `<!ENTITY a${n} "${'&a;'.repeat(10)}">`)}]>${svg('&a8;')}`,
    'unreadable',
  ],
  [
    'an SVG that repeats itself',
    () => svg(times(9, n => `<g id="g${n}">${`<use href="#g${n - 1}"/>`.repeat(9)}</g>`)),
    'unreadable',
  ],
  ['an SVG with filters', () => svg('<filter id="f"><feGaussianBlur stdDeviation="999"/></filter>'), 'unreadable'],
  [
    'an SVG with filters by another prefix',
    () =>
      svg(
        '<x:filter id="f"><x:feOffset/></x:filter><rect width="9" height="9" style="f\\69lter:url(#f)"/>',
        'xmlns:x="http://www.w3.org/2000/svg"',
      ),
    'unreadable',
  ],
  [
    'an SVG with patterns by another prefix',
    () =>
      svg(
        '<x:pattern id="p" width="1" height="1"><rect width="9" height="9"/></x:pattern><rect width="9" height="9" fill="url(#p)"/>',
        'xmlns:x="http://www.w3.org/2000/svg"',
      ),
    'unreadable',
  ],
  [
    'an SVG with dashes by an escape',
    () => svg('<path d="M0 0H90" stroke="red" style="stroke-d\\61sharray:9"/>'),
    'unreadable',
  ],
  [
    'an SVG with a style sheet before it',
    () => `<?xml-stylesheet href="data:text/css,path{stroke-dasharray:9}"?>${svg('<path d="M0 0H90" stroke="red"/>')}`,
    'unreadable',
  ],
  [
    'an SVG with what a drawing program adds',
    () =>
      svg(
        '<ink:view ink:zoom="1"/><metadata><?xpacket begin=""?></metadata><rect width="64" height="64" fill="red"/>',
        'width="64" height="64" xmlns:ink="https://draw.example/" ink:file="C:\\Users\\ann\\logo &amp; mask.png"',
      ),
    'read',
  ],
  [
    'an SVG with millions of dashes',
    () => svg('<path d="M0 0H9e6" stroke="red" stroke-dasharray=".001"/>'),
    'unreadable',
  ],
  [
    'an SVG of 900,000,000 x 900,000,000',
    () => svg('<rect/>', 'width="900000000" height="900000000"'),
    'too-large',
    'unreadable',
  ],
  ['an SVG nested 100,000 deep', () => svg('<g>'.repeat(100_000)), 'unreadable'],
  [
    'a PNG with a page behind it',
    async () => Buffer.concat([await plain('red'), Buffer.from('<script>1</script>')]),
    'read',
  ],
  ['a ZIP of nothing', () => zipOf({}), 'unreadable'],
  ['a ZIP of texts', () => zipOf({ 'a.png': 'no picture' }), 'unreadable'],
  ['a ZIP in a ZIP', async () => zipOf({ 'a.png': await zipOf(small) }), 'too-large'],
  ['a ZIP that is packed 1,000 times', () => zipOf({ 'a.png': Buffer.alloc(20 * mebibyte) }), 'too-large'],
  ['a ZIP with smaller sizes than it has', async () => lyingZip(await zipOf(small), 10), 'unreadable'],
  ['a ZIP with larger sizes than it has', async () => lyingZip(await zipOf(small), 2_000), 'unreadable'],
  ['a ZIP of 4 GiB', async () => lyingZip(await zipOf(small), 0xffff_fff0), 'too-large', 'unreadable'],
  [
    'a ZIP of 501 MiB in all',
    async () =>
      lyingZip(await zipOf(Object.fromEntries(Array.from({ length: 600 }, (_, n) => [`${n}.png`, '']))), 900_000),
    'too-large',
    'unreadable',
  ],
  [
    'a ZIP of 1,001 entries',
    () => zipOf(Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`${n}`, '']))),
    'too-large',
  ],
  ['a ZIP with eight levels', () => zipOf({ [`${'a/'.repeat(8)}a.png`]: pngOf(64, 64) }), 'read'],
  ['a ZIP with nine levels', () => zipOf({ [`${'a/'.repeat(9)}a.png`]: pngOf(64, 64) }), 'too-large'],
  [
    'a ZIP with a path upwards',
    async () => patched(await zipOf({ 'aa/a.png': pngOf(64, 64) }), 'aa/a', '../a'),
    'unreadable',
  ],
  ['a ZIP with a path from the root', async () => patched(await zipOf(small), 'a/a.png', '//a.png'), 'unreadable'],
  [
    'a ZIP with a path of Windows',
    async () => patched(await zipOf({ 'ccaa.png': pngOf(64, 64) }), 'ccaa', 'c:\\a'),
    'unreadable',
  ],
  [
    'a ZIP with a name that is no UTF-8',
    async () => patched(await zipOf(small), 'a/a.png', '\xff\xfe\xc0.png'),
    'read',
    'unreadable',
  ],
  ['a ZIP with a password', async () => lockedZip(await zipOf(small)), 'unreadable'],
  ['half of a ZIP', async () => (await zipOf(small)).subarray(0, 60), 'unreadable'],
  [
    'a ZIP with a bomb and a picture',
    async () => zipOf({ 'a.png': pngOf(9_000, 9_000), 'b.png': await plain('red') }),
    'read',
  ],
  [
    'a ZIP of 100 pictures',
    () => zipOf(Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`${n}`, pngOf(64 + n, 64)]))),
    'read',
  ],
])

const page = (inner: string, head = ''): string => `<!doctype html><title>x</title>${head}<body>${inner}`
all('document', [
  ['nothing', () => '', 'unreadable'],
  ['bytes', () => Buffer.from([1, 0, 2, 0, 3]), 'unreadable'],
  ['elements nested 100,000 deep', () => page('<div>'.repeat(100_000)), 'read'],
  [
    'elements that end where they did not begin',
    () => page(`<p>${times(3_000, n => `<b ${n}>`)}</p>${'<p>x'.repeat(3_000)}`),
    'read',
  ],
  ['a tag with 100,000 attributes', () => page(`<div ${times(100_000, n => `a${n}="" `)}>x`), 'read'],
  ['a class of 1 MiB', () => page(`<div class="${'a '.repeat(mebibyte / 2)}">x`), 'read'],
  ['a title of 1 MiB', () => `<title>${'x '.repeat(mebibyte / 2)}</title>`, 'read'],
  ['a comment that never ends', () => page(`<!-- ${'x'.repeat(5 * mebibyte)}`), 'read'],
  ['a script that never ends', () => page(`<script>while(1){}${'x'.repeat(mebibyte)}`), 'read'],
  ['100,000 buttons', () => page('<button>Buy</button>'.repeat(100_000)), 'read'],
  [
    '10 MB of CSS',
    () => page('', `<style>${times(250_000, n => `.a${n}{color:#${n % 10}${n % 9}f;margin:0}`)}</style>`),
    'read',
  ],
  ['CSS nested 100,000 deep', () => page('', `<style>${'a{'.repeat(100_000)}</style>`), 'read'],
  ['brackets in CSS, 100,000 deep', () => page('', `<style>a{color:${'('.repeat(100_000)}</style>`), 'read'],
  ['functions in CSS, 1,000 deep', () => page('', `<style>a{color:${'rgb('.repeat(1_000)}</style>`), 'read'],
  [
    'custom properties in a circle',
    () => page('', '<style>:root{--a:var(--b);--b:var(--a)}a{color:var(--a)}</style>'),
    'read',
  ],
  [
    'custom properties that double themselves',
    () =>
      page(
        '',
        `<style>:root{${times(40, n => `--a${n + 1}:var(--a${n}) var(--a${n});`)}--a0:red}a{color:var(--a40);font:var(--a40)}</style>`,
      ),
    'read',
  ],
  ['a selector of 100,000 parts', () => page('', `<style>${'a,'.repeat(100_000)}a{color:red}</style>`), 'read'],
  [
    'a font with a name that ends its style',
    () => page('', '<style>body{font-family:"x;}</style><script>"}</style>'),
    'read',
  ],
  [
    'JSON-LD nested 100,000 deep',
    () => page('', `<script type="application/ld+json">${'['.repeat(100_000)}</script>`),
    'read',
  ],
  [
    'JSON-LD with names of the language',
    () =>
      page('', '<script type="application/ld+json">{"__proto__":{"@type":"Store"},"@type":{"toString":1}}</script>'),
    'read',
  ],
  [
    'a picture of 30,000 x 30,000 within',
    () => page(`<img class="logo" src="data:image/png;base64,${pngOf(30_000, 30_000).toString('base64')}">`),
    'read',
  ],
  ['an SVG with a script within', () => page('<svg class="logo"><script>x()</script></svg>'), 'read'],
  ['SVGs in SVGs', () => page('<svg class="logo">'.repeat(50_000)), 'read'],
  ['bytes that are no UTF-8', () => Buffer.concat([Buffer.from('<h1>'), Buffer.alloc(100_000, 0xff)]), 'read'],
  ['an encoding that nobody knows', () => '<meta charset="x-nothing"><h1>Hello', 'read'],
  ['half of a surrogate pair', () => Buffer.from('\ufeff<h1>a\ud800b', 'utf16le'), 'read'],
  ['a text of one line of 20 MB', () => 'a#1f6b4a '.repeat(2_200_000), 'read'],
  ['a text of 5 million lines', () => 'Lora\n'.repeat(5_000_000), 'read'],
])

const pages = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'
const root = '<< /Type /Catalog /Pages 2 0 R >>'
const one =
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >> >>'
all('document', [
  ['no PDF behind its first bytes', () => '%PDF-1.7\nnothing', 'unreadable'],
  [
    'a PDF with a circle of pages',
    () => pdfOf({ 1: root, 2: '<< /Type /Pages /Kids [2 0 R] /Count 9 >>' }),
    'unreadable',
    'read',
  ],
  [
    'a PDF that says it has a billion pages',
    () => pdfOf({ 1: root, 2: '<< /Type /Pages /Kids [] /Count 1000000000 >>' }),
    'unreadable',
    'read',
  ],
  [
    'a PDF with JavaScript',
    () =>
      pdfOf({
        1: '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (while(true){}) >> >>',
        2: pages,
        3: one,
        4: packedStream(Buffer.from('1 0 0 rg 0 0 50 50 re f')),
      }),
    'read',
  ],
  [
    'a PDF of 1 GiB',
    () => pdfOf({ 1: root, 2: pages, 3: one, 4: packedStream(Buffer.alloc(1_024 * mebibyte, 32)) }),
    'too-large',
    'read',
    'unreadable',
  ],
  [
    'a PDF that saves its state forever',
    () => pdfOf({ 1: root, 2: pages, 3: one, 4: packedStream(Buffer.alloc(20 * mebibyte, 'q ')) }),
    'read',
    'too-large',
  ],
  [
    'a PDF with lists nested 1,000,000 deep',
    () => pdfOf({ 1: root, 2: pages, 3: one, 4: '['.repeat(1_000_000) }),
    'read',
    'unreadable',
  ],
  [
    'a PDF with a picture of 100,000 x 100,000',
    () =>
      pdfOf({
        1: root,
        2: pages,
        3: one,
        4: packedStream(Buffer.from('/I Do')),
        5: packedStream(
          Buffer.alloc(1_000),
          '/Type /XObject /Subtype /Image /Width 100000 /Height 100000 /ColorSpace /DeviceRGB /BitsPerComponent 8',
        ),
      }),
    'read',
  ],
  [
    'a PDF with a form that draws itself',
    () =>
      pdfOf({
        1: root,
        2: pages,
        3: one,
        4: packedStream(Buffer.from('/I Do')),
        5: packedStream(
          Buffer.from('/I Do /I Do'),
          '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /I 5 0 R >> >>',
        ),
      }),
    'read',
    'too-large',
  ],
  [
    'a PDF with a password',
    () =>
      pdfOf(
        { 1: root, 2: pages, 3: one },
        '/Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O (x) /U (y) >> /ID [(a) (a)]',
      ),
    'unreadable',
    'read',
  ],
])

const empty = section(Buffer.alloc(0))
const layerInfo = (count: number, records: Buffer): Buffer => {
  const body = Buffer.alloc(2)
  body.writeInt16BE(count)
  return section(section(Buffer.concat([body, records])))
}
const record = (left: number, top: number, right: number, bottom: number): Buffer => {
  const bytes = Buffer.alloc(18)
  for (const [at, n] of [top, left, bottom, right].entries()) bytes.writeInt32BE(n, at * 4)
  const rest = Buffer.from('8BIMnorm\xff\x00\x00\x00', 'latin1')
  return Buffer.concat([bytes, rest, section(Buffer.alloc(12))])
}
const square = (n: number, more: object = {}) => ({
  name: `${n}`,
  x: 0,
  y: 0,
  width: 8,
  height: 8,
  svg: '<rect width="8" height="8" fill="red"/>',
  ...more,
})
all('psd', [
  ['no PSD', () => '8BPS', 'unreadable'],
  ['a design of 30,000 x 300,000', () => psdHeader(30_000, 300_000), 'too-large'],
  ['a design of no pixels', () => psdHeader(0, 100), 'unreadable'],
  ['a header alone', () => psdHeader(100, 100), 'unreadable'],
  [
    'noise',
    () =>
      Buffer.concat([
        psdHeader(100, 100),
        Buffer.from(
          times(9_999, n => String.fromCharCode((n * 7_919) % 256)),
          'latin1',
        ),
      ]),
    'unreadable',
  ],
  ['a design in CMYK', () => Buffer.concat([psdHeader(100, 100, 4), Buffer.alloc(100)]), 'unreadable'],
  [
    'sections longer than the file',
    () => Buffer.concat([psdHeader(100, 100), section(Buffer.alloc(9), 0xffff_ffff)]),
    'unreadable',
  ],
  [
    '32,767 layers without any',
    () => Buffer.concat([psdHeader(100, 100), empty, empty, layerInfo(32_767, Buffer.alloc(0))]),
    'unreadable',
  ],
  [
    'a layer of 2,000,000,000 x 2,000,000,000',
    () =>
      Buffer.concat([psdHeader(100, 100), empty, empty, layerInfo(1, record(0, 0, 2e9, 2e9)), Buffer.alloc(30_002)]),
    'unreadable',
    'too-large',
    'read',
  ],
  [
    'a layer that ends before it begins',
    () =>
      Buffer.concat([psdHeader(100, 100), empty, empty, layerInfo(1, record(50, 50, -50, -50)), Buffer.alloc(30_002)]),
    'unreadable',
    'read',
  ],
  [
    '300 layers',
    () => psdOf({ width: 8, height: 8, layers: Array.from({ length: 300 }, (_, n) => square(n)) }),
    'read',
  ],
  [
    'names of 100,000 characters',
    () => psdOf({ width: 8, height: 8, layers: [square(1, { name: 'x'.repeat(100_000) })] }),
    'read',
    'unreadable',
  ],
  [
    'half of a design',
    async () => (await psdOf({ width: 99, height: 99, layers: [square(1)] })).subarray(0, 400),
    'unreadable',
  ],
])

test('a good picture is read after all of these', async ({ brands }) =>
  assert.is(await endOf(brands, 'pictures', await plain('#1f6b4a')), 'read'))

test.run()
