import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { inFolder } from '../support/memory/secrets.ts'
import { endcap } from '../support/programs/endcap.ts'
import { withFakeRest } from '../support/servers/fake-rest.ts'
import { servePages } from '../support/servers/page-server.ts'

const test = suite('endcap templates sheet')
const sizes = ['300x250', '728x90', '160x600']
const colors = ['#ff0000', '#00ff00', '#0000ff']

/** Runs the command against a service whose workflow has one plain picture for each size. */
const withWorkflow = async (
  status: string,
  use: (sheet: (file: string) => ReturnType<typeof endcap>) => Promise<void>,
): Promise<void> => {
  const drawn = sizes.map((size, i) => {
    const [width = 0, height = 0] = size.split('x').map(Number)
    return sharp({ create: { width, height, channels: 3, background: colors[i]! } })
      .png()
      .toBuffer()
  })
  const pictures = await Promise.all(drawn)
  const server = await servePages(({ path }) => {
    const body = pictures[Number(path.slice(1))]
    return body && { headers: { 'Content-Type': 'image/png' }, body }
  })
  const templates = sizes.map((adUnitSize, i) => ({ adUnitSize, previewUrl: `${server.base}/${i}` }))
  const body = { status, templates, warnings: ['The logo & the name are small.'] }
  try {
    await withFakeRest(
      () => ({ body }),
      ({ base }) =>
        use(file => endcap(['templates', 'sheet', 'acme', 'spring', file, '--url', base], { ENDCAP_KEY: 'k' })),
    )
  } finally {
    await server.close()
  }
}

/** Pixels of a picture that have nearly a color. */
const count = async (file: string, hex: string): Promise<number> => {
  const { data } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const wanted = [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16))
  let found = 0
  for (let at = 0; at < data.length; at += 3)
    if (wanted.every((byte, channel) => Math.abs(byte - data[at + channel]!) < 8)) found++
  return found
}

test('an art director sees all sizes of a workflow whole on one picture', () =>
  inFolder(folder =>
    withWorkflow('COMPLETED', async sheet => {
      const file = join(folder, 'sheet.png')
      const { code, out, err } = await sheet(file)
      assert.is(code, 0, err)
      assert.match(out, 'wrote 3 templates of spring')
      assert.match(err, 'warning: The logo & the name are small.')
      for (const [i, size] of sizes.entries()) {
        const [width = 0, height = 0] = size.split('x').map(Number)
        assert.is(await count(file, colors[i]!), width * height, size)
      }
    }),
  ))

test('a page has the pictures, their sizes and the warnings', () =>
  inFolder(folder =>
    withWorkflow('COMPLETED', async sheet => {
      const file = join(folder, 'sheet.html')
      assert.is((await sheet(file)).code, 0)
      const html = await readFile(file, 'utf8')
      assert.is(html.match(/<img/g)?.length, 3)
      assert.match(html, '728 × 90')
      assert.match(html, 'The logo &amp; the name are small.')
    }),
  ))

test('a workflow that has no templates yet is named as such, and another kind of file is refused', () =>
  inFolder(folder =>
    withWorkflow('IN_PROGRESS', async sheet => {
      const running = await sheet(join(folder, 'sheet.png'))
      assert.is(running.code, 3)
      assert.match(running.err, 'spring has no templates: it is IN_PROGRESS')
      const other = await sheet(join(folder, 'sheet.pdf'))
      assert.is(other.code, 2)
      assert.match(other.err, 'ends with .png or .html')
    }),
  ))

test.run()
