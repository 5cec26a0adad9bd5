import sharp from 'sharp'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Renderer, RenderJob, Resource } from '../../../src/ports/renderer.ts'
import { blue, decoded, drawnBy, job, page, red, rendererFor } from '../../support/rendering/rendering.ts'

type Context = { renderer: Renderer; pictures: { readonly red: Buffer; readonly blue: Buffer } }
const test = suite<Context>('renderer: resources of a page')
const coloured = (background: string) =>
  sharp({ create: { width: 4, height: 4, channels: 3, background } })
    .png()
    .toBuffer()
test.before(async context => {
  context.renderer = await rendererFor({ pages: 1 })
  context.pictures = { red: await coloured('#f00'), blue: await coloured('#00f') }
})
test.after(({ renderer }) => renderer.close())

const picturesOf = (urls: readonly string[]) => page('', urls.map(url => `<img src="${url}">`).join(''))
const names = (count: number) => Array.from({ length: count }, (_, i) => `https://pictures.example/${i}.png`)
/**
 * Answers every URL with the same bytes; notes what was asked, and how many answers were under way at once.
 * The first are not answered before `untilUnderWay` are asked for.
 */
const counting = (body: Buffer, { contentType = 'image/png', untilUnderWay = 1 } = {}) => {
  const asked: string[] = []
  const enough = Promise.withResolvers<void>()
  let underWay = 0
  let most = 0
  const resource = async (url: string): Promise<Resource> => {
    asked.push(url)
    most = Math.max(most, ++underWay)
    if (underWay === untilUnderWay) enough.resolve()
    await enough.promise
    // time for one that is too many: requests arrive one in a turn
    for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate)
    underWay--
    return { body, contentType }
  }
  return { asked, resource, most: () => most }
}

test('a page may load 200 files; one that loads more is rejected by name', async ({ renderer, pictures }) => {
  const { resource, asked } = counting(pictures.red)
  await drawnBy(renderer, job({ html: picturesOf(names(200)), resource }))
  assert.is(asked.length, 200)
  const result = await renderer.render(job({ html: picturesOf(names(201)), resource, label: 'spring / Many' }))
  assert.equal(result, { code: 'too-large', detail: 'spring / Many loads more than 200 files' })
})

test('a script that requests without end is stopped at the limit', async ({ renderer, pictures }) => {
  const { resource, asked } = counting(pictures.red)
  const html = page('', '<script>for (let i = 0; i < 5000; i++) fetch("/" + i).catch(() => {})</script>')
  const result = await renderer.render(job({ html, resource, label: 'spring / Endless' }))
  assert.equal(result, { code: 'too-large', detail: 'spring / Endless loads more than 200 files' })
  assert.ok(asked.length <= 200, `${asked.length} were read`)
})

test('a page may load 50 MiB, counted as often as they are loaded', async ({ renderer }) => {
  const { resource } = counting(Buffer.alloc(10 * 1024 * 1024), { contentType: 'application/octet-stream' })
  await drawnBy(renderer, job({ html: picturesOf(names(5)), resource }))
  const html = picturesOf(Array.from({ length: 6 }, (_, i) => `https://pictures.example/a.bin?${i}`))
  const result = await renderer.render(job({ html, resource, label: 'spring / Heavy' }))
  assert.equal(result, { code: 'too-large', detail: 'spring / Heavy loads more than 50 MiB' })
})

test('four files of a page are read at a time, and a URL once', async ({ renderer, pictures }) => {
  const { resource, asked, most } = counting(pictures.red, { untilUnderWay: 4 })
  const html = page(
    '',
    `${picturesOf(names(30))}<script>for (let i = 0; i < 30; i++) fetch("https://pictures.example/" + i + ".png")</script>`,
  )
  await drawnBy(renderer, job({ html, resource }))
  assert.is(most(), 4)
  assert.is(new Set(asked).size, 30)
  assert.is(asked.length, 30)
})

test('a file that is slow and asked for many times holds up no other', async ({ renderer, pictures }) => {
  const other = Promise.withResolvers<void>()
  const resource = async (url: string): Promise<Resource> => {
    if (url.endsWith('slow.png')) await other.promise
    else other.resolve()
    return { body: pictures.red, contentType: 'image/png' }
  }
  // the picture is made by the script: in the page, it would be asked for first
  const script = `
    for (let i = 0; i < 8; i++) fetch('https://pictures.example/slow.png', { cache: 'no-store' })
    document.body.append(Object.assign(new Image(), { src: 'https://pictures.example/other.png' }))`
  const html = page('', `<script>${script}</script>`)
  const { missing } = await drawnBy(renderer, job({ html, resource }))
  assert.equal(missing, [])
})

const shows = async (renderer: Renderer, given: Partial<RenderJob> & Pick<RenderJob, 'html'>) => {
  const { bytes, missing } = await drawnBy(renderer, job(given))
  return { seen: (await decoded(bytes)).at(5, 5), missing }
}
const url = 'https://pictures.example/a.png'
const pagesWithPicture = {
  'an image': page('img{display:block}', `<img src="${url}" width="40" height="30">`),
  'a style': page(`body{background:url(${url})}`),
  'a style attribute': page('', `<p style="margin:0;height:30px;background:url(${url})"></p>`),
  'an image of a page with scripts': page(
    'img{display:block}',
    `<img src="${url}" width="40" height="30"><script>1</script>`,
  ),
}
for (const [what, html] of Object.entries(pagesWithPicture)) {
  test(`the picture of ${what} is the one that the URL has now`, async ({ renderer, pictures }) => {
    const answer = (body: Buffer) => async () => ({ body, contentType: 'image/png' })
    assert.equal(await shows(renderer, { html, resource: answer(pictures.red) }), { seen: red, missing: [] })
    assert.equal(await shows(renderer, { html, resource: answer(pictures.blue) }), { seen: blue, missing: [] })
    assert.equal((await shows(renderer, { html })).missing, [url])
    assert.equal(await shows(renderer, { html, resource: answer(pictures.red) }), { seen: red, missing: [] })
  })

  test(`an account does not see the picture that another one has at the URL of ${what}`, async ({
    renderer,
    pictures,
  }) => {
    const lasting = async (): Promise<Resource> => ({ body: pictures.red, contentType: 'image/png', lasting: true })
    assert.equal(await shows(renderer, { html, resource: lasting, accountId: 'owner' }), { seen: red, missing: [] })
    assert.equal((await shows(renderer, { html, accountId: 'stranger' })).missing, [url])
  })
}

test('a file that never changes is not loaded again by pages of its account', async ({ renderer, pictures }) => {
  const asked: string[] = []
  const resource = async (requested: string): Promise<Resource> => {
    asked.push(requested)
    return { body: pictures.red, contentType: 'image/png', lasting: true }
  }
  for (let i = 0; i < 3; i++)
    assert.equal(
      (await shows(renderer, { html: pagesWithPicture['an image'], resource, accountId: 'keeper' })).seen,
      red,
    )
  assert.is(asked.length, 1, 'the frame was replaced, which costs more than a still')
})

test.run()
