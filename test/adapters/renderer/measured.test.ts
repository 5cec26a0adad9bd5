import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Renderer, ShownText } from '../../../src/ports/renderer.ts'
import { decoded, drawnBy, job, page, rendererFor } from '../../support/rendering/rendering.ts'

const test = suite<{ renderer: Renderer }>('measured pages')
test.before(async context => {
  context.renderer = await rendererFor()
})
test.after(({ renderer }) => renderer.close())

const size = { width: 200, height: 100, measured: true } as const
const measured = async (renderer: Renderer, css: string, body: string) => {
  const { content, bytes } = await drawnBy(renderer, job({ html: page(css, body), ...size }))
  if (content === undefined) throw new Error('it was not measured')
  return { content, bytes }
}
const textOf = async (renderer: Renderer, css: string, body: string): Promise<ShownText | undefined> =>
  (await measured(renderer, css, body)).content.texts[0]

test('texts are reported with their element, size, color and place, and are not in the picture', async ({
  renderer,
}) => {
  const { content, bytes } = await measured(
    renderer,
    'p{margin:0;font:20px/20px monospace;color:rgba(255,0,0,.5);opacity:.5;text-shadow:0 0 2px red;text-decoration:line-through}',
    '<p data-n="7">hello</p>',
  )
  const [text] = content.texts
  assert.equal([text?.element, text?.text, text?.size, text?.cut], [7, 'hello', 20, 'no'])
  assert.equal(text?.color.slice(0, 3), [255, 0, 0])
  assert.ok(Math.abs((text?.color[3] ?? 0) - 0.25) < 0.01)
  assert.ok(text?.lines[0] && text.lines[0].x === 0 && text.lines[0].width > 30)
  const picture = await decoded(bytes)
  for (let x = 0; x < 100; x++) assert.equal(picture.at(x, 10), [255, 255, 255])
})

test('a text that is cut off is told from one that ends with dots', async ({ renderer }) => {
  const words = 'a long text that does not fit'
  const box = 'p{margin:0;width:80px;white-space:nowrap;font:16px monospace;'
  assert.is((await textOf(renderer, `${box}overflow:hidden}`, `<p>${words}</p>`))?.cut, 'clipped')
  assert.is(
    (await textOf(renderer, `${box}overflow:hidden;text-overflow:ellipsis}`, `<p>${words}</p>`))?.cut,
    'ellipsis',
  )
  const lines =
    'p{margin:0;width:80px;font:16px/20px monospace;display:-webkit-box;-webkit-box-orient:vertical;overflow:hidden;'
  assert.is((await textOf(renderer, `${lines}-webkit-line-clamp:2}`, `<p>${words}</p>`))?.cut, 'ellipsis')
  assert.is((await textOf(renderer, `${lines}-webkit-line-clamp:3;height:30px}`, `<p>${words}</p>`))?.cut, 'clipped')
  assert.is((await textOf(renderer, 'p{margin:0;font:16px monospace}', '<p>short</p>'))?.cut, 'no')
  assert.is(
    (await textOf(renderer, 'p{position:absolute;left:170px;font:16px monospace}', '<p>outside</p>'))?.cut,
    'clipped',
  )
})

test('a text under something that is painted is covered; a link over the ad covers nothing', async ({ renderer }) => {
  const css = 'p{margin:0;font:16px monospace}div,a{position:absolute;inset:0}div{background:red}'
  assert.is((await textOf(renderer, css, '<p>text</p><div></div>'))?.cut, 'covered')
  assert.is((await textOf(renderer, css, '<p>text</p><a href="#"></a>'))?.cut, 'no')
})

test('pictures are reported with their place, and whether they could be loaded', async ({ renderer }) => {
  const { content } = await measured(
    renderer,
    'img{position:absolute;left:10px;top:20px;width:30px;height:40px}',
    '<img data-n="3" src="/none.png">',
  )
  const box = { x: 10, y: 20, width: 30, height: 40 }
  assert.equal(content.pictures, [{ element: 3, ...box, loaded: false, painted: box }])
})

test('a picture that is shown whole says what it covers of its panel', async ({ renderer }) => {
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><path d="M0 0h40v20H0z"/></svg>',
  )
  const { content } = await drawnBy(
    renderer,
    job({
      html: page(
        'div{position:absolute;left:10px;top:10px;width:100px;height:80px}img{width:80px;height:80px;object-fit:contain}',
        '<div data-part="picture"><img src="/wide.svg"></div>',
      ),
      ...{ width: 200, height: 100, measured: true },
      resource: async () => ({ body: svg, contentType: 'image/svg+xml' }),
    }),
  )
  const [picture] = content?.pictures ?? []
  assert.equal(picture?.painted, { x: 10, y: 30, width: 80, height: 40 })
  assert.equal(picture?.panel, { x: 10, y: 10, width: 100, height: 80 })
  assert.is(picture?.part, 'picture')
})

test('a number that goes on in another line is named, one that ends before its currency is not', async ({
  renderer,
}) => {
  const { content } = await measured(
    renderer,
    'p{margin:0;width:75px;font:20px monospace}',
    '<p>1 299,00</p><p>12,00 EUR</p><p>Mug 5 x 6</p>',
  )
  assert.equal(
    content.texts.map(({ brokenNumber }) => brokenNumber),
    ['1 299,00', undefined, undefined],
  )
})

test('a button and a badge that have a background are reported as boxes', async ({ renderer }) => {
  const { content } = await measured(
    renderer,
    'p{position:absolute;margin:0;left:5px;width:50px;height:20px}',
    '<p data-part="cta" data-n="4" style="top:10px;background:#ff0000"></p><p data-part="badge" style="top:40px"></p>',
  )
  assert.equal(content.boxes, [{ element: 4, part: 'cta', x: 5, y: 10, width: 50, height: 20 }])
})

test('what is hidden is not reported, and the next page is drawn with its texts', async ({ renderer }) => {
  const { content } = await measured(
    renderer,
    'p{display:none}b{visibility:hidden}i{opacity:0}',
    '<p>a</p><b>b</b><i>c</i>',
  )
  assert.equal(content.texts, [])
  const plain = await drawnBy(
    renderer,
    job({ html: page('p{margin:0;font:90px/90px monospace;color:#000}', '<p>■■■</p>'), width: 200, height: 100 }),
  )
  assert.is(plain.content, undefined)
  const picture = await decoded(plain.bytes)
  const seen = Array.from({ length: 200 * 100 }, (_, i) => picture.at(i % 200, Math.floor(i / 200))[0] ?? 255)
  assert.ok(seen.some(red => red < 50))
})

test('a page that is larger than the ad says how large it is', async ({ renderer }) => {
  const { content } = await measured(renderer, 'div{width:300px;height:250px}', '<div></div>')
  assert.equal([content.width, content.height], [300, 250])
})

test.run()
