import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { loopback } from '../support/servers/loopback.ts'
import { approvers, askApproval, download, linksOf, saveCreative, upload } from '../support/service/flow.ts'
import {
  account,
  activated,
  campaignWith,
  mailsIn,
  provision,
  type Service,
  startService,
} from '../support/service/service.ts'

type Served = { readonly type: string; readonly body: Buffer }
const test = suite('pictures that are no pictures')

/** Noise, so that no half of its file shows all of it. */
const photo = sharp(Buffer.from(Array.from({ length: 160 * 80 * 3 }, (_, i) => (i * 7919 + ((i * i) >> 5)) & 255)), {
  raw: { width: 160, height: 80, channels: 3 },
})
const half = (body: Buffer) => body.subarray(0, body.length >> 1)
const files: Record<string, Served> = {}
let shop: Awaited<ReturnType<typeof loopback>>
let service: Service

test.before(async () => {
  for (const [type, whole] of [
    ['jpeg', await photo.clone().jpeg().toBuffer()],
    ['png', await photo.clone().png().toBuffer()],
    ['gif', await photo.clone().gif().toBuffer()],
    ['webp', await photo.clone().webp().toBuffer()],
    ['avif', await photo.clone().avif().toBuffer()],
  ] as const) {
    files[`/whole.${type}`] = { type: `image/${type}`, body: whole }
    files[`/cut.${type}`] = { type: `image/${type}`, body: half(whole) }
  }
  const bmp = Buffer.alloc(58)
  bmp.write('BM')
  for (const [at, value] of [
    [2, 58],
    [10, 54],
    [14, 40],
    [18, 1],
    [22, 1],
  ] as const)
    bmp.writeUInt32LE(value, at)
  bmp.writeUInt16LE(1, 26)
  bmp.writeUInt16LE(24, 28)
  files['/whole.bmp'] = { type: 'image/bmp', body: bmp }
  files['/logo.svg'] = { type: 'image/svg+xml', body: Buffer.from(logo) }
  files['/gone.jpg'] = { type: 'text/html', body: Buffer.from('<!doctype html><title>Not found</title>') }
  files['/lied.jpg'] = { type: 'image/jpeg', body: Buffer.from('<!-- cached -->\n<html><p>Not found</html>') }
  files['/empty.jpg'] = { type: 'image/jpeg', body: Buffer.alloc(0) }
  shop = await loopback(({ url = '' }, response) => {
    const file = files[url.split('?', 1)[0] ?? '']
    if (file) response.writeHead(200, { 'content-type': file.type }).end(file.body)
    else response.writeHead(404).end()
  })
  service = await startService({ EGRESS_ALLOW_ADS: shop.host })
  const html = '<!doctype html><body><img src="{{photo}}" width="80" height="40"></body>'
  await provision(service)
  const adUnits = [{ adUnitId: 1, adUnitName: 'Hero', dimension: '80x40', html }]
  await service.must('PUT', `${account}/template-campaigns/2`, { templateCampaignName: 'Two', adUnits })
})
test.after(async () => {
  await service.stop()
  await shop.stop()
})

const photoOf = (columnValue: string) => ({ dynamicAssets: [{ columnName: 'photo', columnValue }] })
/** A campaign with a creative for each address, named like its file. */
const campaignOf = async (addresses: readonly string[]): Promise<string> => {
  const campaign = await campaignWith(service, [], { templateCampaignIdx: 2 })
  for (const address of addresses)
    await saveCreative(service, campaign, address.split('/').pop() ?? '', '', photoOf(address))
  return campaign
}

const broken = [
  ['gone.jpg', 'no picture, but an HTML page'],
  ['lied.jpg', 'no picture, but an HTML page'],
  ['empty.jpg', 'no picture, but an empty file'],
  ...['jpeg', 'png', 'gif', 'webp', 'avif'].map(
    type => [`cut.${type}`, `a truncated image/${type}, whose end is missing`] as const,
  ),
] as const

test('a picture that a shop answers with something else is named with creative, ad unit, column and address, and does not go live', async () => {
  const whole = Object.keys(files).filter(path => path.startsWith('/whole'))
  const campaign = await campaignOf(
    [...broken.map(([name]) => `/${name}`), ...whole].map(path => `${shop.origin}${path}`),
  )
  const { status, message } = await activated(service, campaign)
  assert.is(status, 'EXAMINE', message)
  for (const [name, what] of broken)
    assert.ok(
      message.includes(`${name} / Hero 80x40 (image-undecodable: ${shop.origin}/${name} is ${what} (column photo))`),
      `${name}: ${message}`,
    )
  for (const path of whole) assert.not.ok(message.includes(path), message)
})

test('the approval page names a picture that a shop answers with something else', async () => {
  await approvers(service, false, 'ann@example.com')
  const campaign = await campaignOf([`${shop.origin}/gone.jpg`, `${shop.origin}/whole.png`])
  await askApproval(service, campaign)
  const [link = ''] = await linksOf(service, campaign, 'ann@example.com')
  const { text } = await service.call('GET', link, undefined, { key: undefined })
  await approvers(service, false)
  assert.match(text, /gone\.jpg as Hero/)
  assert.match(text, `${shop.origin}/gone.jpg is no picture, but an HTML page (column photo)`)
  assert.is(text.split('This picture cannot be shown').length, 2)
})

test('the approval page names such a picture on a node that has never drawn it, and the preview says so, too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'endcap-restart-'))
  const env = { DATA_DIR: folder, EGRESS_ALLOW_ADS: shop.host }
  const html =
    '<!doctype html><b>Neu \u{12000}</b><img src="{{photo}}" width="80" height="20"><script>setTimeout(function () { document.body.append("!") }, 1500)</script>'
  const first = await startService(env)
  try {
    await provision(first)
    const adUnits = [{ adUnitId: 1, adUnitName: 'Hero', dimension: '160x60', html }]
    await first.must('PUT', `${account}/template-campaigns/2`, { templateCampaignName: 'Two', adUnits })
    await approvers(first, false, 'ann@example.com')
    const campaign = await campaignWith(first, [], { templateCampaignIdx: 2 })
    await saveCreative(first, campaign, 'gone', '', photoOf(`${shop.origin}/gone.jpg`))
    await saveCreative(first, campaign, 'whole', '', photoOf(`${shop.origin}/whole.png`))
    await askApproval(first, campaign)
    const link = new URL(
      (await linksOf({ ...first, mails: () => mailsIn(folder) }, campaign, 'ann@example.com'))[0] ?? '',
    )
    await first.stop()
    const second = await startService(env)
    try {
      const page = await (await fetch(second.url + link.pathname + link.search)).text()
      assert.match(page, `${shop.origin}/gone.jpg is no picture, but an HTML page (column photo)`)
      assert.is(page.split('This picture cannot be shown').length, 2)
      const { creatives } = await second.must('GET', `${campaign}/creatives`)
      const previewOf = async (name: string) => {
        const { previewUrls } = creatives.find((one: { creativeName: string }) => one.creativeName === name)
        return (await download(previewUrls[0].url)).toString()
      }
      assert.match(await previewOf('gone'), 'The picture of this ad cannot be made')
      const shown = await previewOf('whole')
      assert.match(shown, /No font has \u{12000}/u)
      assert.match(shown, 'ends after 1.5 s')
    } finally {
      await second.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
})

test('a truncated file of the library is named when it is uploaded, saved, activated and approved', async () => {
  const { json } = await upload(service, 'cut.jpg', files['/cut.jpeg']!.body)
  assert.equal(json.warnings, [
    {
      code: 'image-undecodable',
      detail:
        'cut.jpg is a truncated image/jpeg, whose end is missing. Ads that show it are not drawn. Upload the whole file to another path.',
    },
  ])
  assert.is((await upload(service, 'whole.jpg', files['/whole.jpeg']!.body)).json.warnings, undefined)
  const saves = await campaignWith(service, [], { templateCampaignIdx: 2 })
  const save = (path: string) =>
    service.must('POST', `${saves}/creative`, { creativeName: 'one', ...photoOf(`/assets/acme/${path}`) })
  assert.equal((await save('cut.jpg')).warnings, [
    {
      pointer: '/dynamicAssets/0/columnValue',
      code: 'image-undecodable',
      detail:
        'The value of photo cannot be shown as a picture: cut.jpg is a truncated image/jpeg, whose end is missing.',
    },
  ])
  assert.equal((await save('whole.jpg')).warnings, [])
  const adUnit = { adUnitId: 9, adUnitName: 'Cut', dimension: '80x40', html: '<img src="/assets/acme/cut.jpg">' }
  const template = { templateCampaignName: 'Nine', adUnits: [adUnit] }
  const { warnings } = await service.must('PUT', `${account}/template-campaigns/9`, template)
  assert.is(warnings[0].code, 'image-undecodable')
  assert.match(warnings[0].detail, 'cut.jpg is a truncated image/jpeg, whose end is missing')
  const campaign = await campaignOf(['/assets/acme/cut.jpg'])
  const { status, message } = await activated(service, campaign)
  assert.is(status, 'FAILED')
  assert.match(
    message,
    'cut.jpg / Hero 80x40 (image-undecodable: /assets/acme/cut.jpg is a truncated image/jpeg, whose end is missing (column photo))',
  )
  await approvers(service, false, 'ann@example.com')
  const refused = await service.call('POST', `${campaign}/approvalRequest`, {
    userName: 'Rob',
    userEmail: 'rob@example.com',
  })
  await approvers(service, false)
  assert.is(refused.json.code, 'nothing-to-preview')
  assert.match(refused.json.detail, '/assets/acme/cut.jpg is a truncated image/jpeg')
})

const logo =
  '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="80" height="80"><style>@import url("https://fonts.googleapis.com/css?family=Oswald"); .a{fill:#00c000}</style><rect class="a" width="80" height="80"/><image xlink:href="https://cdn.shop.example/x.png" width="40" height="40"/></svg>'
test('an SVG that needs other files is shown without them, and they are named', async () => {
  const missing = 'https://fonts.googleapis.com/css?family=Oswald and https://cdn.shop.example/x.png'
  const { json } = await upload(service, 'brand/logo.svg', logo)
  assert.match(json.warnings[0].detail, `Browsers show brand/logo.svg without ${missing}`)
  const campaign = await campaignOf([json.assetUrl])
  const { status, message } = await activated(service, campaign)
  assert.is(status, 'ACTIVE', message)
  assert.match(message, `/assets/acme/brand/logo.svg (column photo) without ${missing} (logo.svg / Hero 80x40).`)
  const elsewhere = await campaignOf([`${shop.origin}/logo.svg`])
  assert.match(
    (await activated(service, elsewhere)).message,
    `${shop.origin}/logo.svg (column photo) without ${missing}`,
  )
  const [creative] = (await service.must('GET', `${campaign}/creatives`)).creatives
  const picture = sharp(await download(creative.previewUrls[0].url.replace('?', '.png?')))
  const pixels = await picture.removeAlpha().extract({ left: 60, top: 15, width: 10, height: 20 }).raw().toBuffer()
  assert.equal(new Set(pixels.toString('hex').match(/.{6}/g)), new Set(['00c000']))
})

test.run()
