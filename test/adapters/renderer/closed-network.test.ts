import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { launchBrowser } from '../../support/rendering/browser.ts'
import { drawnBy, job, page, rendererFor } from '../../support/rendering/rendering.ts'
import { type Hit, servePages } from '../../support/servers/page-server.ts'

const test = suite('renderer: network')

/** A page that tries every way to reach a server on this machine. */
const wayOut = (base: string) =>
  page(
    `p{background:url(${base}/style-picture)}@font-face{font-family:f;src:url(${base}/font)}p{font-family:f}`,
    `<p>text</p><img src="${base}/img"><link rel="stylesheet" href="${base}/css"><link rel="prefetch" href="${base}/prefetch">
    <iframe src="${base}/iframe"></iframe><object data="${base}/object"></object>
    <script>
      const tried = run => { try { run() } catch (error) { console.log(error) } }
      fetch('${base}/fetch').then(answer => answer.text()).catch(console.log)
      fetch('${base}/post', { method: 'POST', body: 'a', mode: 'no-cors' }).catch(console.log)
      tried(() => new WebSocket('${base.replace('http', 'ws')}/ws'))
      tried(() => new EventSource('${base}/events'))
      tried(() => navigator.sendBeacon('${base}/beacon', 'a'))
      tried(() => new Worker(URL.createObjectURL(new Blob(["fetch('${base}/worker')"]))))
      setTimeout(() => tried(() => open('${base}/window')), 100)
      setTimeout(() => tried(() => { top.location.href = '${base}/top' }), 200)
      setTimeout(() => tried(() => { location.href = '${base}/self' }), 300)
    </script><script src="${base}/script"></script>`,
  )
const paths = (hits: readonly Hit[]) => [...new Set(hits.map(hit => hit.path))]

test('no request of an ad reaches a server on this machine', async () => {
  const server = await servePages(() => ({ body: '' }))
  const renderer = await rendererFor()
  const asked: string[] = []
  const resource = async (url: string) => {
    asked.push(new URL(url).pathname)
    return undefined
  }
  const wanted = job({ html: wayOut(server.base), format: 'gif', durationMs: 1000, resource })
  const result = await renderer.render(wanted)
  // after Chromium has exited no request can arrive late
  await renderer.close()
  await server.close()
  assert.equal(paths(server.hits), [])
  assert.ok(asked.includes('/img') && asked.includes('/fetch'), `the renderer received only ${asked}`)
  assert.ok('missing' in result ? result.missing.includes(`${server.base}/img`) : result.code === 'script-error')
})

test('control: a browser with a network reaches that server with the same page', async () => {
  const server = await servePages(hit => (hit.path === '/' ? { body: wayOut(server.base) } : { body: '' }))
  const browser = await launchBrowser()
  try {
    const tab = await browser.newPage()
    await tab.goto(server.base, { waitUntil: 'commit' })
    const wanted = ['/fetch', '/ws', '/img', '/beacon', '/worker', '/iframe']
    await server.until(hits => wanted.every(path => paths(hits).includes(path)))
  } finally {
    await browser.close()
    await server.close()
  }
})

test('relative URLs of an ad resolve to a host that exists in no network', async () => {
  const renderer = await rendererFor()
  const asked: string[] = []
  const html = page('', '<script>fetch("/assets/other/a.png").catch(console.log)</script><img src="a.png">')
  const resource = async (url: string) => {
    asked.push(url)
    return undefined
  }
  const { missing } = await drawnBy(renderer, job({ html, resource }))
  await renderer.close()
  assert.ok(asked.includes('http://ad.invalid/a.png'), `${asked}`)
  assert.ok([...asked, ...missing].every(url => new URL(url).hostname.endsWith('.invalid')))
})

test.run()
