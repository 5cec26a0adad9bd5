import sharp from 'sharp'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openPictureChecks } from '../../../src/adapters/pictures/open-picture-checks.ts'
import { svgReferences } from '../../../src/adapters/pictures/svg-references.ts'
import type { Logger } from '../../../src/ports/logger.ts'
import type { PictureChecks } from '../../../src/ports/picture-checks.ts'

const test = suite<{ checks: PictureChecks }>('checks of pictures')
const logger = { warn: () => undefined } as unknown as Logger
test.before(context => {
  context.checks = openPictureChecks({ logger })
})
test.after(({ checks }) => checks.close())

let contents = 0
const checked = ({ checks }: { readonly checks: PictureChecks }, body: Buffer) =>
  checks.check('acme', `${++contents}`, async () => body)

/** Stripes of many colours, so that each part of the file matters. */
const stripes = Buffer.from(Array.from({ length: 200 * 200 * 3 }, (_, i) => (i * 7919 + ((i * i) >> 7)) & 255))
const photo = () => sharp(stripes, { raw: { width: 200, height: 200, channels: 3 } })
const frames = () => sharp(stripes, { raw: { width: 200, height: 200, channels: 3, pageHeight: 50 } })

for (const [what, body] of [
  ['a JPEG', () => photo().jpeg().toBuffer()],
  ['a progressive JPEG', () => photo().jpeg({ progressive: true }).toBuffer()],
  ['a PNG', () => photo().png().toBuffer()],
  ['an interlaced PNG', () => photo().png({ progressive: true }).toBuffer()],
  ['a GIF', () => photo().gif().toBuffer()],
  ['an animated GIF', () => frames().gif().toBuffer()],
  ['a WebP', () => photo().webp().toBuffer()],
  ['an animated WebP', () => frames().webp().toBuffer()],
  ['an AVIF', () => photo().avif().toBuffer()],
] as const)
  test(`${what} counts as present only with its end`, async context => {
    const whole = await body()
    assert.equal(await checked(context, whole), {})
    assert.equal(await checked(context, Buffer.concat([whole, Buffer.alloc(64)])), {}, 'padded with zeros')
    for (const share of [0.9, 0.5, 0.2])
      assert.match((await checked(context, whole.subarray(0, whole.length * share))).fault ?? '', /^a truncated image/)
  })

test('a JPEG with notes behind its end counts as present', async context => {
  const whole = await photo().jpeg().toBuffer()
  assert.equal(await checked(context, Buffer.concat([whole, Buffer.from('<html>made by a camera</html>')])), {})
})

test('what a shop sends instead of a picture is named', async context => {
  for (const [body, fault] of [
    ['', 'no picture, but an empty file'],
    ['\n<!DOCTYPE html><p>Gone</p>', 'no picture, but an HTML page'],
    ['<!-- cached --><html lang=en>', 'no picture, but an HTML page'],
    ['%PDF-1.7\n', 'no picture, but application/pdf'],
  ] as const)
    assert.equal(await checked(context, Buffer.from(body)), { fault })
})

test('a content is read and decoded once, however many ask for it', async ({ checks }) => {
  let reads = 0
  const read = async () => {
    reads++
    return photo().png().toBuffer()
  }
  await Promise.all([1, 2, 3].map(() => checks.check('acme', 'one', read)))
  await checks.check('other', 'one', read)
  assert.is(reads, 1)
})

test('a picture that cannot be read now is read again', async ({ checks }) => {
  const away = async () => {
    throw new Error('the store is away')
  }
  assert.match((await checks.check('acme', 'two', away).catch(error => error)).message, 'away')
  assert.equal(await checks.check('acme', 'two', async () => Buffer.alloc(0)), {
    fault: 'no picture, but an empty file',
  })
})

test('files that an SVG needs are listed, however it names them', () => {
  const svg = (inner: string) =>
    svgReferences(
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="8" height="8">${inner}</svg>`,
    )
  for (const [inner, found] of [
    ['<style>@import "a.css"; b{background:url( "b.png" )}</style>', ['a.css', 'b.png']],
    ['<style><![CDATA[@font-face{src:url(https://f.example/a.woff2)}]]></style>', ['https://f.example/a.woff2']],
    ['<image href="a.png"/><image xlink:href="b.png"/><use href="c.svg#x"/>', ['a.png', 'b.png', 'c.svg#x']],
    ['<rect style="fill:url(a.svg#g)"/><rect fill="url(#own)"/>', ['a.svg#g']],
    ['<use href="#own"/><image href="data:image/png;base64,AAAA"/><a href="https://shop.example"/>', []],
    ['<text>url(a.png)</text><title>@import "a.css"</title>', []],
    ['<rect></g>&unknown;<image href="a.png"/>', ['a.png']],
  ] as const)
    assert.equal(svg(inner), found)
  assert.equal(svgReferences('<?xml-stylesheet href="a.css"?><svg/>'), ['a.css'])
  assert.is(svg('<image href="a.png"/>'.repeat(9).replaceAll('a.png', () => `${++contents}.png`)).length, 5)
})

test.run()
