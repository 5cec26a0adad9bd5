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

test('an SVG whose server calls it an animated PNG is not drawn by the node, which such a drawing could hold for hours', async () => {
  const body = Buffer.from('<!--acTL--><svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect/></svg>')
  const resource = { body, contentType: 'image/png' }
  assert.is(await stillPicture(resource, 'https://pictures.example/a.png'), resource)
})

test.run()
