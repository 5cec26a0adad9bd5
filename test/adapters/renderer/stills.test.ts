import sharp from 'sharp'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Renderer } from '../../../src/ports/renderer.ts'
import {
  blue,
  decoded,
  drawnBy,
  green,
  job,
  page,
  red,
  redThenBlue,
  rendererFor,
} from '../../support/rendering/rendering.ts'

const test = suite<{ renderer: Renderer }>('renderer: stills')
test.before(async context => {
  context.renderer = await rendererFor()
})
test.after(({ renderer }) => renderer.close())

const corners = page(
  'body{background:#f00}.a{position:absolute;left:30px;top:20px;width:10px;height:10px;background:#00f}',
  '<div class="a"></div>',
)
const near = (seen: readonly number[], wanted: readonly number[]) =>
  seen.every((value, i) => Math.abs(value - (wanted[i] ?? 0)) <= 8)

for (const scale of [1, 2] as const) {
  test(`a png at ${scale}x has ${scale} times the size of the ad unit and the exact colours`, async ({ renderer }) => {
    const { bytes, missing } = await drawnBy(renderer, job({ html: corners, scale }))
    const { format } = await sharp(bytes).metadata()
    const { width, height, at } = await decoded(bytes)
    assert.equal([format, width, height, missing], ['png', 40 * scale, 30 * scale, []])
    assert.equal(at(0, 0), red)
    assert.equal(at(30 * scale - 1, 20 * scale), red)
    assert.equal(at(30 * scale, 20 * scale), blue)
    assert.equal(at(40 * scale - 1, 30 * scale - 1), blue)
  })
}

test('a jpg has the size and approximately the colours of its page', async ({ renderer }) => {
  const { bytes } = await drawnBy(renderer, job({ html: corners, format: 'jpg', scale: 2 }))
  const { format } = await sharp(bytes).metadata()
  const { width, height, at } = await decoded(bytes)
  assert.equal([format, width, height], ['jpeg', 80, 60])
  assert.ok(near(at(4, 4), red), `${at(4, 4)}`)
  assert.ok(near(at(75, 55), blue), `${at(75, 55)}`)
})

test('a tiff has the size and the colours of its page', async ({ renderer }) => {
  const { bytes } = await drawnBy(renderer, job({ html: corners, format: 'tiff' }))
  const { format } = await sharp(bytes).metadata()
  const { width, height, at } = await decoded(bytes)
  assert.equal([format, width, height, at(0, 0), at(39, 29)], ['tiff', 40, 30, red, blue])
})

test('a still is the last frame, 1 ms before the animation ends', async ({ renderer }) => {
  for (const format of ['png', 'tiff'] as const) {
    const { bytes } = await drawnBy(renderer, job({ html: redThenBlue, format, durationMs: 1000 }))
    assert.equal((await decoded(bytes)).at(5, 5), blue)
  }
})

test('an ad unit without a duration shows the end of its animation, one of length 0 its first frame', async ({
  renderer,
}) => {
  const seen = async (more: object) =>
    (await decoded((await drawnBy(renderer, job({ html: redThenBlue, ...more }))).bytes)).at(5, 5)
  assert.equal([await seen({}), await seen({ durationMs: 0 })], [blue, red])
})

test('shows the images and styles of this page, not of the previous one', async ({ renderer }) => {
  const body = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#00f' } })
    .png()
    .toBuffer()
  const asked: string[] = []
  const resource = async (url: string) => {
    asked.push(url)
    return { body, contentType: 'image/png' }
  }
  const html = page('img{display:block}', '<img src="https://pictures.example/a.png" width="20" height="30">')
  await drawnBy(renderer, job({ html: page('img{visibility:hidden}body{background:#f00}') }))
  const { bytes } = await drawnBy(renderer, job({ html, resource }))
  const { at } = await decoded(bytes)
  assert.equal(asked, ['https://pictures.example/a.png'])
  assert.equal([at(5, 5), at(30, 5)], [blue, [255, 255, 255]])
})

test('a page with scripts is rendered after they ran', async ({ renderer }) => {
  const html = page('', '<script>document.body.style.background = "#0f0"</script>')
  const { bytes } = await drawnBy(renderer, job({ html }))
  assert.equal((await decoded(bytes)).at(5, 5), green)
})

test('concurrent jobs each render their own page', async ({ renderer }) => {
  const shades = Array.from({ length: 12 }, (_, i) => i * 20)
  const drawn = await Promise.all(
    shades.map(shade => drawnBy(renderer, job({ html: page(`body{background:rgb(${shade},0,0)}`) }))),
  )
  const seen = await Promise.all(drawn.map(async ({ bytes }) => (await decoded(bytes)).at(5, 5)[0]))
  assert.equal(seen, shades)
})

test.run()
