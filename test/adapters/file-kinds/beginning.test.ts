import { createCipheriv } from 'node:crypto'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { fileKindsByBytes } from '../../../src/adapters/file-kinds/by-bytes.ts'
import { maxAssetBytes } from '../../../src/domain/assets/bounds.ts'

const test = suite('file kind by first bytes')

/** Pixels that no format compresses well, so that the beginning is not the whole file. */
const noise = () => {
  const [width, height] = [613, 401]
  const cipher = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16))
  const pixels = cipher.update(Buffer.alloc(width * height * 3))
  return { image: sharp(pixels, { raw: { width, height, channels: 3 } }), count: width * height }
}

test('detects the same kind and image size as the complete file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'endcap-kinds-'))
  const { image, count } = noise()
  const pictures = {
    png: await image.clone().png().toBuffer(),
    jpeg: await image.clone().jpeg({ quality: 100 }).toBuffer(),
    gif: await image.clone().gif().toBuffer(),
    webp: await image.clone().webp({ quality: 100 }).toBuffer(),
    lossless: await image.clone().webp({ lossless: true }).toBuffer(),
    alpha: await image.clone().ensureAlpha(0.5).webp({ quality: 90 }).toBuffer(),
  }
  try {
    for (const [name, bytes] of Object.entries(pictures)) {
      await writeFile(join(folder, name), bytes)
      const whole = await fileKindsByBytes.kindOf(join(folder, name), name)
      assert.is(whole.pixels, count, name)
      assert.ok(bytes.length > 66_000, name)
      assert.equal(await fileKindsByBytes.kindOfBeginning(bytes.subarray(0, 65_536), name), whole, name)
      assert.equal(await fileKindsByBytes.kindOfBeginning(bytes, name), whole, name)
    }
  } finally {
    await rm(folder, { recursive: true })
  }
})

for (const format of ['avif', 'tiff'] as const)
  test(`does not look through the parts of a large ${format}, which could take minutes that nothing can end`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'endcap-kinds-'))
    const path = join(folder, 'picture')
    const black = sharp({ create: { width: 16, height: 8, channels: 3, background: '#000' } })
    try {
      await writeFile(path, await black.toFormat(format).toBuffer())
      assert.equal(await fileKindsByBytes.kindOf(path, format), { contentType: `image/${format}`, pixels: 128 })
      await truncate(path, maxAssetBytes + 1)
      assert.equal(await fileKindsByBytes.kindOf(path, format), { contentType: `image/${format}` })
    } finally {
      await rm(folder, { recursive: true })
    }
  })

test('detects text, an empty file, and an image truncated in its header', async () => {
  const kindOf = async (bytes: Buffer | string, name: string) =>
    (await fileKindsByBytes.kindOfBeginning(Buffer.from(bytes), name)).contentType
  assert.is(await kindOf('<svg xmlns="http://www.w3.org/2000/svg"/>', 'a.svg'), 'image/svg+xml')
  assert.is(await kindOf('body { color: red }', 'a.css'), 'text/css')
  assert.is(await kindOf('', 'empty'), 'application/octet-stream')
  assert.is(await kindOf('GIF89a', 'cut.gif'), 'image/gif')
  const tiff = await noise().image.tiff().toBuffer()
  assert.is(await kindOf(tiff.subarray(0, 65_536), 'a.tiff'), 'image/tiff')
})

test.run()
