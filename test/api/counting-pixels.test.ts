import sharp from 'sharp'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { launchBrowser } from '../support/rendering/browser.ts'
import { servePages } from '../support/servers/page-server.ts'
import { approvers, askApproval, download, exported, linksOf, unzipped } from '../support/service/flow.ts'
import { activated, campaignWith, provision, type Service, startService } from '../support/service/service.ts'

const test = suite('counting pixels of an ad')
const creatives = Array.from({ length: 8 }, (_, i) => `ad-${i + 1}`)
const red = await sharp({ create: { width: 60, height: 30, channels: 3, background: '#f00' } })
  .png()
  .toBuffer()
const anyOrigin = { 'Access-Control-Allow-Origin': '*' }
const isPicture = (path: string) => path.startsWith('/shown')

/** Each kind of pixel as people write it; `PX` is the server that counts, at a path of their own. */
const pixels = {
  attributes: '<img src="PX/attributes.gif" width="1" height="1">',
  styled: '<img src="PX/styled.gif" style="width:1px;height:1px;border:0">',
  hidden: '<img src="PX/hidden.gif" style="display:none">',
  invisible: '<img src="PX/invisible.gif" style="visibility:hidden" alt="">',
  wrapped: '<div style="display:none"><p><img src="PX/wrapped.gif"></p></div>',
  srcset: '<img srcset="PX/srcset.gif 1x, PX/srcset-2x.gif 2x" width=1 height=1>',
  made: '<script>new Image().src = "PX/made.gif?r=" + Math.random()</script>',
  element:
    '<script>var e = document.createElement("img"); e.width = 1; e.height = 1; e.src = "PX/element.gif"; document.documentElement.appendChild(e)</script>',
  attribute: '<script>document.createElement("img").setAttribute("src", "PX/attribute.gif")</script>',
  hiddenLater:
    '<script>var h = new Image(); h.style.display = "none"; h.src = "PX/hidden-later.gif"; document.documentElement.appendChild(h)</script>',
  written: `<script>document.write('<img src="PX/written.gif" width="1" height="1">')</script>`,
  rule: '<img class="unseen" src="PX/rule.gif">',
  ruleAround: '<div class="unseen"><img src="PX/rule-around.gif"></div>',
  ruleOfTag: '<em><img src="PX/rule-of-tag.gif"></em>',
  invisibleByRule: '<img class="invisible" src="PX/invisible-by-rule.gif">',
  clear: '<span class="clear"><img src="PX/clear.gif"></span>',
  tinyByRule: '<img class="tiny" src="PX/tiny-by-rule.gif">',
  macro: '<img class="tiny" src="PX/macro.gif?r=%%CACHEBUSTER%%">',
  picture: '<picture class="unseen"><source srcset="PX/picture.gif"><img src="/assets/acme/none.png"></picture>',
  frame: '<iframe src="PX/frame" width="1" height="1"></iframe>',
  frameMade:
    '<script>var f = document.createElement("iframe"); f.style.display = "none"; f.src = "PX/frame-made"; document.documentElement.appendChild(f)</script>',
  inserted:
    '<b id="into"></b><script>document.getElementById("into").innerHTML = \'<img class="tiny" src="PX/inserted.gif">\'</script>',
  connected:
    '<script>var c = document.createElement("img"); c.className = "unseen"; document.documentElement.appendChild(c); c.src = "PX/connected.gif"</script>',
  fetched: '<script>fetch("PX/fetched")</script>',
  unreadable: '<script>fetch("PX/unreadable", { mode: "no-cors", keepalive: true })</script>',
  posted: '<script>fetch("PX/posted", { method: "POST", body: "seen", mode: "no-cors" })</script>',
  xhr: '<script>var x = new XMLHttpRequest(); x.open("GET", "PX/xhr"); x.send()</script>',
  beacon: '<script>navigator.sendBeacon("PX/beacon", "seen")</script>',
}

/** Pictures from elsewhere that are seen, however they come into the page; each is red in a part of the ad. */
const pictures = {
  plain: '<img src="PX/shown-plain.png" width="60" height="30">',
  preloaded:
    '<b id="p"></b><script>var i = new Image(); i.onload = function () { p.appendChild(i) }; i.src = "PX/shown-preloaded.png"</script>',
  background:
    '<b id="b" style="display:block;width:60px;height:30px"></b><script>b.style.backgroundImage = "url(PX/shown-background.png)"</script>',
  late: '<img class="later" src="PX/shown-late.png" width="60" height="30"><script>setTimeout(function () { document.querySelector(".later").className = "" }, 300)</script>',
  data: '<img id="data" width="60" height="30"><script>fetch("PX/shown-data").then(function (r) { return r.blob() }).then(function (b) { data.src = URL.createObjectURL(b) })</script>',
  canvas:
    '<canvas id="drawn" width="60" height="30"></canvas><script>var k = new Image(); k.onload = function () { drawn.getContext("2d").drawImage(k, 0, 0, 60, 30) }; k.src = "PX/shown-canvas.png"</script>',
}
const places: Readonly<Record<keyof typeof pictures, readonly [number, number]>> = {
  plain: [30, 15],
  preloaded: [90, 15],
  background: [30, 45],
  late: [30, 75],
  data: [90, 75],
  canvas: [150, 75],
}
const rules =
  '.unseen,em img{display:none}.invisible,.later{visibility:hidden}.clear{opacity:0}.tiny{width:1px;height:1px}'

const fill = (parts: Readonly<Record<string, string>>, base: string) =>
  Object.values(parts).join('').replaceAll('PX', base)

const html = (base: string) =>
  `<!doctype html><style>${rules}</style><body style="margin:0;font-size:0">${fill(pictures, base)}<i>{{headline}}</i>${fill(pixels, base)}</body>`

type World = { service: Service; server: Awaited<ReturnType<typeof servePages>>; campaign: string }
const world: Partial<World> = {}
const there = () => world as World

/** The paths that were requested, without those of pictures. */
const counted = (): readonly string[] =>
  there()
    .server.hits.map(({ path }) => path)
    .filter(path => !isPicture(path) && path !== '/favicon.ico' && path !== '/page')

test.before(async () => {
  let page = ''
  world.server = await servePages(({ path }) => {
    if (path === '/page') return { body: page }
    return isPicture(path)
      ? { headers: { ...anyOrigin, 'Content-Type': 'image/png' }, body: red }
      : { headers: { ...anyOrigin, 'Content-Type': 'image/gif' }, body: Buffer.from('R0lGODlhAQABAAAAACw=', 'base64') }
  })
  const host = new URL(world.server.base).host
  world.service = await startService({ EGRESS_ALLOW_ADS: host })
  const { service, server } = there()
  const adUnit = { adUnitId: 3, adUnitName: 'Counted', dimension: '180x90', durationMs: 400 }
  await provision(service, [{ ...adUnit, html: html(server.base) }])
  await approvers(service, false, 'ann@example.com')
  world.campaign = await campaignWith(service, creatives)
  page = ''
})
test.after(async () => {
  await world.service?.stop()
  await world.server?.close()
})

test('are requested by no approval, activation, preview or export of eight creatives', async () => {
  const { service, campaign, server } = there()
  await askApproval(service, campaign)
  const [link = ''] = await linksOf(service, campaign, 'ann@example.com')
  const page = await (await fetch(link)).text()
  for (const [, picture = ''] of page.matchAll(/<img[^>]+src="([^"]+)"/g))
    await download(new URL(picture.replaceAll('&amp;', '&'), link).href)
  await service.call('POST', link, undefined, { key: undefined, body: new URLSearchParams({ decision: 'Approved' }) })
  await activated(service, campaign)
  const { url, status } = await exported(service, campaign, 'png')
  assert.is(status, 'COMPLETED')
  await exported(service, campaign, 'gif')
  const files = await unzipped(await download(url))
  const [, counting] = [...files].find(([name]) => name.includes('Counted')) ?? []
  const { data, info } = await sharp(counting ?? Buffer.alloc(0))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)]
  for (const [name, [x, y]] of Object.entries(places)) assert.equal(at(x, y), [255, 0, 0], name)
  assert.ok(server.hits.some(({ path }) => path.startsWith('/shown-preloaded')))
  assert.equal(counted(), [])
})

test('are requested by no preview that runs the ad, which shows its pictures', async () => {
  const { service, campaign, server } = there()
  const [{ previewUrls }] = (await service.call('GET', `${campaign}/creatives`)).json.creatives
  const { url } = previewUrls.find((preview: { adUnitName?: string; url: string }) => /\/3\?/.test(preview.url))
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage()
    server.hits.length = 0
    await page.goto(url, { waitUntil: 'networkidle' })
    await server.until(hits => hits.filter(({ path }) => isPicture(path)).length >= Object.keys(pictures).length)
    assert.equal(counted(), [])
  } finally {
    await browser.close()
  }
})

test('are all requested by the live ad', async () => {
  const { campaign, server, service } = there()
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage()
    server.hits.length = 0
    await page.goto(`${service.url}/serve/acme/${campaign.split('/').pop()}/3`)
    const wanted = Object.keys(pixels).length
    await server.until(() => new Set(counted()).size >= wanted)
    assert.is(new Set(counted()).size, wanted)
  } finally {
    await browser.close()
  }
})

test.run()
