import sharp from 'sharp'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { stillPicture } from '../../../src/adapters/renderer/picture.ts'

const test = suite('pictures of pages')

const frame = (background: string) =>
  sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer()
const named = (body: Buffer, contentType: string) =>
  stillPicture({ body, contentType }, 'https://pictures.example/a.png')

for (const format of ['gif', 'webp'] as const)
  test(`an animated ${format} becomes its first frame`, async () => {
    const frames = await Promise.all(['#f00', '#00f'].map(frame))
    const body = await sharp(frames, { join: { animated: true } })
      .toFormat(format, { lossless: true })
      .toBuffer()
    const still = await named(body, `image/${format}`)
    const { data } = await sharp(still.body).raw().toBuffer({ resolveWithObject: true })
    assert.equal([still.contentType, [...data.subarray(0, 3)]], ['image/png', [255, 0, 0]])
  })

for (const beginning of ['<!--acTL-->', '<!--ftypavif acTL-->', '<!--    WEBP acTL-->'])
  test(`an SVG that begins with ${beginning} is not drawn by the node, which such a drawing could hold for hours`, async () => {
    const body = Buffer.from(`${beginning}<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect/></svg>`)
    const resource = { body, contentType: 'image/png' }
    assert.ok((await stillPicture(resource, 'https://pictures.example/a.png')) === resource)
  })

test('an AVIF that is called HEIF by its first brand is bounded as well', async () => {
  const body = await sharp({ create: { width: 8_000, height: 4_000, channels: 3, background: '#f00' } })
    .avif({ effort: 0 })
    .toBuffer()
  body.write('mif1', 8)
  const error = await named(body, 'image/avif').catch(error => error)
  assert.is(error.code, 'too-large')
})

test.run()
