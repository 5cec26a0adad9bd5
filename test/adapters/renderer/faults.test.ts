import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { BlobsUnavailable } from '../../../src/ports/blobs.ts'
import { type Renderer, RendererUnavailable, type RenderFailure, type RenderJob } from '../../../src/ports/renderer.ts'
import { StoreAway } from '../../../src/ports/store-away.ts'
import { decoded, drawnBy, green, job, page, rendererFor } from '../../support/rendering/rendering.ts'

const test = suite<{ renderer: Renderer }>('renderer: failures')
test.before(async context => {
  context.renderer = await rendererFor()
})
test.after(({ renderer }) => renderer.close())

/** Work with a renderer that soon gives up a page without end; the others need the time that a busy machine takes. */
const withHurried = async (work: (renderer: Renderer) => Promise<void>): Promise<void> => {
  const renderer = await rendererFor({ timeoutMs: 8_000 })
  await work(renderer).finally(renderer.close)
}

const failureOf = async (renderer: Renderer, wanted: RenderJob): Promise<RenderFailure> => {
  const result = await renderer.render(wanted)
  if (!('code' in result)) throw new Error(`${wanted.label} was rendered`)
  return result
}
const fine = job({ html: page('body{background:#0f0}'), label: 'fine' })
const hanging = job({ html: page('', '<script>while (true) {}</script>'), label: 'spring / Endless 40x30' })

test('an endless script times out by name; other and later jobs are rendered', () =>
  withHurried(async renderer => {
    const [given, ...others] = await Promise.all([
      failureOf(renderer, hanging),
      drawnBy(renderer, fine),
      drawnBy(renderer, fine),
    ])
    assert.is(given.code, 'render-timeout')
    assert.match(given.detail, 'spring / Endless 40x30')
    for (const { bytes } of [...others, await drawnBy(renderer, fine)])
      assert.equal((await decoded(bytes)).at(5, 5), green)
  }))

test('endless scripts of one account leave a page to others', async () => {
  const renderer = await rendererFor({ pages: 3, blockedMs: 4_000, timeoutMs: 8_000 })
  const order: string[] = []
  const endless = ['1', '2', '3'].map(async name => {
    const html = page('', `<script>/* ${name} */ for (;;) {}</script>`)
    const given = await failureOf(renderer, job({ html, label: name }))
    order.push(name)
    return given.code
  })
  await drawnBy(renderer, { ...fine, accountId: 'other' })
  assert.equal(order, [])
  assert.equal(await Promise.all(endless), ['render-timeout', 'render-timeout', 'render-timeout'])
  await renderer.close()
})

test('an endless timer times out by name', () =>
  withHurried(async renderer => {
    const html = page('', '<script>setTimeout(() => { while (true) {} }, 100)</script>')
    const given = await failureOf(renderer, job({ html, durationMs: 500, label: 'late' }))
    assert.is(given.code, 'render-timeout')
    assert.match(given.detail, 'late')
    await drawnBy(renderer, fine)
  }))

test('a page that sends more than a text can hold does not end the node', () =>
  withHurried(async renderer => {
    const body = "'\\u0001'.repeat(95_000_000)"
    const html = page('', `<script>fetch('/x', { method: 'POST', body: ${body} })</script>`)
    assert.match((await failureOf(renderer, job({ html, label: 'flood' }))).code, /^(?:render-|too-much-memory)/)
    await drawnBy(renderer, fine)
  }))

test('endlessly nested timers do not block the page', async ({ renderer }) => {
  const html = page('body{background:#0f0}', '<script>const again = () => setTimeout(again, 0); again()</script>')
  const { bytes } = await drawnBy(renderer, job({ html, durationMs: 1000 }))
  assert.equal((await decoded(bytes)).at(5, 5), green)
})

test('a page that navigates to another is reported by name', async ({ renderer }) => {
  const html = page('', '<script>setTimeout(() => { location.href = "about:blank" }, 100)</script>')
  const leaving = job({ html, format: 'gif', durationMs: 1000, label: 'spring / Leaving' })
  const given = await failureOf(renderer, leaving)
  assert.is(given.code, 'script-error')
  assert.match(given.detail, 'spring / Leaving')
  await drawnBy(renderer, fine)
})

test('a page that navigates before it has loaded is reported at once', async ({ renderer }) => {
  const html = page('', '<script>location.replace("https://elsewhere.example/")</script>')
  const given = await failureOf(renderer, job({ html, label: 'spring / Redirect' }))
  assert.is(given.code, 'script-error')
  assert.match(given.detail, 'spring / Redirect')
  await drawnBy(renderer, fine)
})

test('a page that tries to navigate later stays and is rendered', async ({ renderer }) => {
  const html = page(
    'body{background:#0f0}',
    '<script>onload = () => { location.href = "https://elsewhere.example/" }</script>',
  )
  const { bytes } = await drawnBy(renderer, job({ html, format: 'gif', durationMs: 500 }))
  assert.equal((await decoded(bytes)).at(5, 5, 4), green)
})

test('a frame whose address no page may load stays empty, and the rest is rendered', () =>
  withHurried(async renderer => {
    const frames = ['file:///etc/passwd', 'blob:http://ad.invalid/1', 'view-source:http://ad.invalid/']
    for (const frame of [...frames.map(url => `<iframe src="${url}"></iframe>`), '<embed src="file:///etc/passwd">']) {
      const { bytes } = await drawnBy(renderer, job({ html: page('body{background:#0f0}', frame), label: frame }))
      assert.equal((await decoded(bytes)).at(39, 29), green)
    }
  }))

test('a missing image is listed once, and the page is rendered without it', async ({ renderer }) => {
  const html = page(
    'body{background:#0f0}p{background:url(https://pictures.example/b.png)}',
    '<img src="https://pictures.example/a.png" width="1"><img src="https://pictures.example/a.png" width="1"><p>',
  )
  const { bytes, missing } = await drawnBy(renderer, job({ html }))
  assert.equal([...missing].sort(), ['https://pictures.example/a.png', 'https://pictures.example/b.png'])
  assert.equal((await decoded(bytes)).at(30, 25), green)
})

test('an image that the store cannot read counts as missing', async ({ renderer }) => {
  const html = page('', '<img src="https://pictures.example/a.png">')
  const { missing } = await drawnBy(renderer, job({ html, resource: () => Promise.reject(new Error('disk')) }))
  assert.equal(missing, ['https://pictures.example/a.png'])
})

test('an unavailable store is not the fault of a page whose images it holds', async ({ renderer }) => {
  const html = page('', '<img src="https://pictures.example/a.png">')
  for (const away of [new StoreAway('read models', 'no connection'), new BlobsUnavailable('no bucket')]) {
    const result = renderer.render(job({ html, resource: () => Promise.reject(away) }))
    assert.is(await result.catch(error => error), away)
  }
  await drawnBy(renderer, fine)
})

test('an image of more than 25 megapixels is rejected by name before decoding', async ({ renderer }) => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')
  const { default: sharp } = await import('sharp')
  const body = await sharp(svg).resize(6000, 5000).png().toBuffer()
  const html = page('', '<img src="https://pictures.example/huge.png?key=k">')
  const given = await failureOf(renderer, job({ html, resource: async () => ({ body, contentType: 'image/png' }) }))
  assert.is(given.code, 'too-large')
  assert.match(given.detail, 'https://pictures.example/huge.png')
  assert.not.match(given.detail, 'key=k')
})

test('a frame of more than 25 megapixels is rejected by name', async ({ renderer }) => {
  const given = await failureOf(renderer, job({ html: '', width: 4000, height: 4000, scale: 2, label: 'poster' }))
  assert.is(given.code, 'too-large')
  assert.match(given.detail, 'poster would have 8000 x 8000 pixels')
})

test('a page with a failing script is rendered', async ({ renderer }) => {
  const html = page('body{background:#0f0}', '<script>throw new Error("no")</script><script>alert(1)</script>')
  assert.equal((await decoded((await drawnBy(renderer, job({ html }))).bytes)).at(5, 5), green)
})

const rejection = (renderer: Renderer): Promise<Error> =>
  renderer.render(fine).then(
    () => {
      throw new Error('it was rendered')
    },
    error => error,
  )

test('if Chromium cannot be started, no page is blamed, and the reason is for operators', async () => {
  const renderer = await rendererFor({ executablePath: '/nowhere/chromium' })
  for (const error of [await rejection(renderer), await rejection(renderer)]) {
    assert.instance(error, RendererUnavailable)
    assert.match(error.message, 'there is no Chromium at /nowhere/chromium. Check CHROMIUM_PATH.')
  }
  await renderer.close()
})

test('a program that is not Chromium is reported with its last words', async () => {
  const renderer = await rendererFor({ executablePath: '/bin/cat' })
  const error = await rejection(renderer)
  assert.instance(error, RendererUnavailable)
  assert.match(error.message, /^Chromium cannot be started: it ended with code 1: .*--help/)
  await renderer.close()
})

test('a closed renderer rejects jobs', async () => {
  const renderer = await rendererFor()
  await drawnBy(renderer, fine)
  await renderer.close()
  assert.instance(await rejection(renderer), RendererUnavailable)
})

test.run()
