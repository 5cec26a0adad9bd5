import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Renderer, Resource } from '../../../src/ports/renderer.ts'
import { drawnBy, job, page, rendererFor } from '../../support/rendering/rendering.ts'

const test = suite<{ renderer: Renderer }>('renderer: pictures that cannot be shown')
test.before(async context => {
  context.renderer = await rendererFor()
})
test.after(({ renderer }) => renderer.close())

const fine = job({ html: page('body{background:#0f0}'), label: 'fine' })
const broken = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect></svg>')
const whole = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>')
const empty = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0"/>')

for (const [how, script] of [
  ['', ''],
  [' by a script', '<script>1</script>'],
] as const)
  test(`pictures that no browser can show are listed${how}, unless nobody would see them`, async ({ renderer }) => {
    const listed = ['http://ad.invalid/a.svg', 'file:///C:/b.png', 'data:image/png;base64,AAAA', 'http://[::1']
    const others = [
      '<img src=""><img><img src="/empty.svg">',
      '<img src="file:///hidden.png" style="display:none">',
      '<img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">',
    ]
    const html = page('body{background:#0f0}', [...listed.map(url => `<img src="${url}">`), ...others, script].join(''))
    const resource = async (url: string): Promise<Resource> => ({
      body: url.endsWith('empty.svg') ? empty : broken,
      contentType: 'image/svg+xml',
    })
    const drawn = await drawnBy(renderer, job({ html, resource }))
    assert.equal([drawn.missing, drawn.broken], [[], listed])
    assert.equal((await drawnBy(renderer, fine)).broken, [])
  })

for (const [how, script] of [
  ['', ''],
  [' by a script', '<script>1</script>'],
] as const)
  test(`backgrounds that no browser can show are listed${how}, unless nobody would see them`, async ({ renderer }) => {
    const drawing = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 4'/>"
    const html = page(
      `p{height:1px;background:url(/a.svg),url("${drawing}")} p::after{content:"";background:url(data:image/png;base64,AAAA)}
      p:last-child{display:none;background:url(/hidden.svg)} b{background:image-set(url(/b.svg) 1x,url(/unused.svg) 9x)}
      i{background:url(#)} u{background:url(${drawing.replaceAll("'", '\\"').replaceAll(' ', '\\ ')})}`,
      `<b></b><i></i><u></u><p></p><p></p>${script}`,
    )
    const resource = async (): Promise<Resource> => ({ body: broken, contentType: 'image/svg+xml' })
    const drawn = await drawnBy(renderer, job({ html, resource }))
    assert.equal(
      [drawn.missing, [...(drawn.broken ?? [])].sort()],
      [[], ['data:image/png;base64,AAAA', 'http://ad.invalid/a.svg']],
    )
    assert.equal((await drawnBy(renderer, fine)).broken, [])
  })

for (const [what, css] of [
  ['the border of a box', 'p{border:9px solid;border-image:url(/a.svg) 3}'],
  ['the mark of a list', 'p{display:list-item;list-style-image:url(/a.svg)}'],
  ['a mask', 'p{mask-image:url(/a.svg);background:#f00}'],
  ['the content of an element', 'p{content:url(/a.svg)}'],
  ['content before an element', 'p::before{content:"Pots: " url(/a.svg)}'],
] as const)
  test(`a picture that no browser can show is listed as ${what}, and a whole one is drawn`, async ({ renderer }) => {
    const html = page(css, '<p>Pots</p>')
    for (const [body, listed] of [
      [broken, ['http://ad.invalid/a.svg']],
      [whole, []],
    ] as const) {
      const resource = async (): Promise<Resource> => ({ body, contentType: 'image/svg+xml' })
      const drawn = await drawnBy(renderer, job({ html, resource }))
      assert.equal([drawn.missing, drawn.broken], [[], listed])
    }
  })

test('pictures of styles that are not drawn are not listed, nor addresses in texts', async ({ renderer }) => {
  const css = `ul{list-style-image:url(/a.svg)} p{border-image:url(/b.svg)} i::before{content:'url("/c.svg")'}`
  const resource = async (): Promise<Resource> => ({ body: broken, contentType: 'image/svg+xml' })
  const html = page(css, '<ul><b>Pots</b></ul><p>Pots</p><i></i>')
  assert.equal((await drawnBy(renderer, job({ html, resource }))).broken, [])
})

test('a border that a script sets from parts of its address is listed', async ({ renderer }) => {
  const script = 'document.querySelector("p").style.borderImageSource = "u" + "rl(/a.svg)"'
  const resource = async (): Promise<Resource> => ({ body: broken, contentType: 'image/svg+xml' })
  const html = page('p{border:9px solid}', `<p>Pots</p><script>${script}</script>`)
  assert.equal((await drawnBy(renderer, job({ html, resource }))).broken, ['http://ad.invalid/a.svg'])
})

test('backgrounds before and after an element that has no content there are not listed', async ({ renderer }) => {
  const css = 'p::before{background:url(/a.svg)} p::after{content:"";display:none;background:url(/b.svg)}'
  const resource = async (): Promise<Resource> => ({ body: broken, contentType: 'image/svg+xml' })
  const drawn = await drawnBy(renderer, job({ html: page(css, '<p>Pots</p>'), resource }))
  assert.equal([drawn.missing, drawn.broken], [[], []])
})

test('pictures that an image-set() of a later time may leave out are not listed', async ({ renderer }) => {
  const css = 'b.on{background:image-set(url(/b.svg) 1x,url(/unused.svg) 9x)}'
  const script = '<script>setTimeout(() => { document.querySelector("b").className = "on" }, 10)</script>'
  const resource = async (url: string): Promise<Resource> => ({
    body: url.endsWith('unused.svg') ? broken : whole,
    contentType: 'image/svg+xml',
  })
  const html = page(css, `<b>Pots</b>${script}`)
  const drawn = await drawnBy(renderer, job({ html, resource, format: 'gif', durationMs: 1_000 }))
  assert.equal([drawn.missing, drawn.broken], [[], []])
})

test('a background of megabytes in its own address is drawn', async ({ renderer }) => {
  const begin = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 4'><!--"
  const script = `document.querySelector("p").style.backgroundImage = 'url("' + ${JSON.stringify(begin)} + "a".repeat(15e6) + '--></svg>")'`
  const html = page('', `<p></p><script>${script}</script>`)
  assert.equal((await drawnBy(renderer, job({ html }))).broken, [])
})

test('a look stops reading when elements share megabytes, and finds what comes before', async ({ renderer }) => {
  const shared = (characters: number) =>
    `p{background:url("data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 4'><!--${'a'.repeat(characters)}--></svg>")}`
  const [first, last] = ['url(/a.svg)', 'url(/b.svg)'].map(url => `<b style="background:${url}"></b>`)
  const body = `${first}${'<p></p>'.repeat(300)}${last}`
  const resource = async (): Promise<Resource> => ({ body: broken, contentType: 'image/svg+xml' })
  const listedOf = async (css: string) => (await drawnBy(renderer, job({ html: page(css, body), resource }))).broken
  assert.equal(await listedOf(shared(1_000)), ['http://ad.invalid/a.svg', 'http://ad.invalid/b.svg'])
  assert.equal(await listedOf(shared(100_000)), ['http://ad.invalid/a.svg'])
  assert.equal(await listedOf(`p{content:"${'a'.repeat(100_000)}"}`), ['http://ad.invalid/a.svg'])
})

test('pictures are listed in the order of the page, whichever fails first', async ({ renderer }) => {
  const script = `<script>
    const { decode } = HTMLImageElement.prototype
    const { promise: last, resolve } = Promise.withResolvers()
    HTMLImageElement.prototype.decode = function () {
      const decoded = decode.call(this)
      if (this.src.endsWith('b.svg')) resolve(decoded)
      return this.src.endsWith('a.svg') ? last.finally(() => decoded) : decoded
    }
  </script>`
  const resource = async (): Promise<Resource> => ({ body: broken, contentType: 'image/svg+xml' })
  const html = page('', `<img src="/a.svg"><img src="/b.svg">${script}`)
  const drawn = await drawnBy(renderer, job({ html, resource }))
  assert.equal(drawn.broken, ['http://ad.invalid/a.svg', 'http://ad.invalid/b.svg'])
})

for (const style of ['background', 'mask', 'content'])
  test(`a picture counts once among the files that a page may load: ${style}`, async ({ renderer }) => {
    const loaded = Array.from({ length: 150 }, (_, i) => `<p style="${style}:url(/${i}.svg)"></p>`)
    const resource = async (): Promise<Resource> => ({ body: whole, contentType: 'image/svg+xml' })
    const { missing, broken: listed } = await drawnBy(renderer, job({ html: page('', loaded.join('')), resource }))
    assert.equal([missing, listed], [[], []])
  })

test('what keeps the place of a picture until a script sets it is not listed', async ({ renderer }) => {
  const places = ['about:blank', 'data:,', '//:0', 'javascript:void(0)', 'data:image/gif;base64,R0lGODlhAQABAAAAACw=']
  const script = '<script>requestAnimationFrame(() => { document.images[0].src = "/assets/acme/a.png" })</script>'
  const html = page('', places.map(address => `<img src="${address}">`).join('') + script)
  assert.equal((await drawnBy(renderer, job({ html, durationMs: 0 }))).broken, [])
})

test('what a page lists instead of pictures is not believed', async ({ renderer }) => {
  const script =
    'const seek = __seek; __seek = async (...given) => ({ ...(await seek(...given)), broken: { length: 1 } })'
  assert.equal((await drawnBy(renderer, job({ html: page('', `<script>${script}</script>`) }))).broken, [])
})

test.run()
