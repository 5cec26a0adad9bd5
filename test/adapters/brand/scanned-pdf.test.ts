import sharp from 'sharp'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { distance, perceived } from '../../../src/domain/templates/color/perceived.ts'
import { type Brands, brandIn, openBrands, sourceOf } from '../../support/brands/brands.ts'
import { pdfOf } from '../../support/brands/made-files.ts'

const test = suite<{ brands: Brands }>('PDFs that were scanned')
test.before(async context => {
  context.brands = await openBrands()
})
test.after(async ({ brands }) => brands.close())

const [width, height] = [300, 420]
/** A page with a green head and an orange stripe. */
const sheet = sharp(
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="#fff"/><rect width="${width}" height="120" fill="#00704a"/><rect y="200" width="${width}" height="40" fill="#f2991a"/></svg>`,
  ),
).removeAlpha()

const stream = (dictionary: string, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`<< ${dictionary} /Length ${body.length} >>\nstream\n`), body, Buffer.from('\nendstream')])
const paged = (content: string | Buffer, image: Buffer): Buffer =>
  pdfOf({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 6 0 R >> /XObject << /I 5 0 R >> >> >>',
    4: stream('', Buffer.from(content)),
    5: image,
    6: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  })
const whole = 'q 595 0 0 842 0 0 cm /I Do Q'
const xObject = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height}`
const jpeg = async () =>
  stream(
    `${xObject} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`,
    await sheet.clone().jpeg({ quality: 90, chromaSubsampling: '4:4:4' }).toBuffer(),
  )

const isNear = (hexes: readonly string[], wanted: string): boolean =>
  hexes.some(hex => distance(perceived(hex), perceived(wanted)) < 0.01)

const scans: Readonly<Record<string, () => Promise<Buffer>>> = {
  'a JPEG': async () => paged(whole, await jpeg()),
  'pixels without loss': async () =>
    paged(whole, stream(`${xObject} /ColorSpace /DeviceRGB /BitsPerComponent 8`, await sheet.clone().raw().toBuffer())),
  'a JPEG on a page that was turned': async () => paged('q 0 842 -595 0 595 0 cm /I Do Q', await jpeg()),
}
for (const [what, pdf] of Object.entries(scans))
  test(`give their colors and pictures, and a warning: ${what}`, async ({ brands }) => {
    const { profile, warnings } = await brandIn(brands, await sourceOf(brands, 'document', await pdf()))
    const hexes = profile.colors.map(({ hex }) => hex)
    assert.ok(isNear(hexes, '#00704a') && isNear(hexes, '#f2991a'), hexes.join())
    assert.is(profile.images.length, 1)
    assert.is(profile.name, '')
    assert.match(warnings.join(), 'The PDF has no text')
  })

test('with words that a scanner recognised give both, and need no warning', async ({ brands }) => {
  const pdf = paged(
    `${whole} BT 3 Tr /F 24 Tf 60 700 Td (Kiln and Clay) Tj /F 12 Tf 0 -40 Td (Pots that are thrown by hand and fired twice) Tj ET`,
    await jpeg(),
  )
  const { profile, warnings } = await brandIn(brands, await sourceOf(brands, 'document', pdf))
  assert.is(profile.name, 'Kiln and Clay')
  assert.ok(
    isNear(
      profile.colors.map(({ hex }) => hex),
      '#00704a',
    ),
  )
  assert.equal(warnings, [])
})

test('in black and white give their picture', async ({ brands }) => {
  const bits = Buffer.alloc(((width + 7) >> 3) * height, 0xf0)
  const image = stream(`${xObject} /ColorSpace /DeviceGray /BitsPerComponent 1`, bits)
  const { profile, warnings } = await brandIn(brands, await sourceOf(brands, 'document', paged(whole, image)))
  assert.is(profile.images.length, 1)
  assert.match(warnings.join(), 'The PDF has no text')
})

test('photos in a guideline with text say nothing of its colors', async ({ brands }) => {
  const pdf = paged(`${whole} BT /F 24 Tf 60 700 Td (Kiln and Clay) Tj ET`, await jpeg())
  const { profile } = await brandIn(brands, await sourceOf(brands, 'document', pdf))
  assert.not.ok(
    isNear(
      profile.colors.map(({ hex }) => hex),
      '#f2991a',
    ),
  )
})

test.run()
