import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { squareFonts } from '../support/rendering/square-font.ts'
import { download, exported, saveCreative, unzipped, upload } from '../support/service/flow.ts'
import { account, activated, campaignWith, provision, type Service, startService } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'

const test = suite('files of exports')
let service: Service
test.before(async () => {
  service = await startService()
  await provision(service)
})
test.after(() => service.stop())

const live = async (creatives: readonly string[], body: object = {}, more: object = {}) => {
  const campaign = await campaignWith(service, creatives, more)
  assert.is((await activated(service, campaign, body)).status, 'ACTIVE')
  return campaign
}
const statusOf = async (campaign: string) => (await service.call('GET', `${campaign}/exportAssetStatus`)).json
const urlOf = async (campaign: string): Promise<string> => (await statusOf(campaign))[0].resolutionsResponse[0].url
/** The number of stored pictures; rendering something new adds one. */
const drawn = async () => {
  const names = await readdir(join(service.dataDir, 'blobs', 'cache'))
  return names.length
}

test('after a change of one creative only that creative is rendered again', async () => {
  const campaign = await live(['one', 'two', 'three'])
  await exported(service, campaign, 'jpg')
  await saveCreative(service, campaign, 'two', 'drawn in no other test')
  await activated(service, campaign)
  const before = await drawn()
  const queue = await exported(service, campaign, 'jpg')
  assert.is(queue.total, 6)
  assert.is((await drawn()) - before, 2, 'two ad units of one creative')
})

test('the ZIP has a file per creative and ad unit, a correct manifest, and the same bytes each time (EXPORT-8)', async () => {
  const campaign = await live(['plain', 'a/b: "ü"?', 'CON'])
  const first = await exported(service, campaign, 'png', '2')
  const bytes = await download(first.url)
  const files = await unzipped(bytes)
  const names = [...files.keys()]
  assert.is(names.at(-1), 'manifest.json')
  assert.ok(names.includes('plain/Small_80x40@2x.png'))
  for (const name of names) assert.not.match(name, /[\\:"?*<>|\u0000-\u001f]|\.\.|^\/|^CON\//)
  const manifest = JSON.parse(files.get('manifest.json')?.toString() ?? '{}')
  assert.is(manifest.files.length, 6)
  for (const file of manifest.files) {
    const own = files.get(file.name) ?? Buffer.alloc(0)
    assert.equal([file.size, file.sha256], [own.length, createHash('sha256').update(own).digest('hex')])
    const { width, height } = await sharp(own).metadata()
    assert.equal([width, height], [file.width * 2, file.height * 2])
  }
  assert.equal([...new Set(manifest.files.map((f: { creativeName: string }) => f.creativeName))].sort(), [
    'CON',
    'a/b: "ü"?',
    'plain',
  ])
  const again = await exported(service, campaign, 'png', '2')
  assert.ok(bytes.equals(await download(again.url)))
})

test('a download has a signed link that stays the same within the hour; an altered link is refused (EXPORT-8)', async () => {
  const campaign = await live(['one'], {}, { retailCampaignName: 'Frühling "26"' })
  const { url } = await exported(service, campaign, 'png')
  // the links differ only when the hour changes between the two responses
  await until(
    async () => [await urlOf(campaign), await urlOf(campaign)],
    ([one, two]) => one === two,
  )
  const answer = await fetch(url)
  assert.is(answer.headers.get('content-type'), 'application/zip')
  assert.match(
    answer.headers.get('content-disposition') ?? '',
    /attachment; filename="[^"\\]+"; filename\*=UTF-8''Fr%C3%BChling/,
  )
  assert.is(Number(answer.headers.get('content-length')), (await answer.arrayBuffer()).byteLength)
  const refused = async (other: string) => (await service.call('GET', other, undefined, { key: undefined })).json.code
  assert.is(
    await refused(url.replace(/expires=(\d+)/, (_: string, n: string) => `expires=${Number(n) + 3600}`)),
    'link-invalid',
  )
  assert.is(await refused(url.replace('/acme/', '/other/')), 'link-invalid')
  assert.is(await refused(url.replace(/\?.*/, '')), 'link-invalid')
})

test('a queue shows progress, failures and their reasons to keys with the right that started it (EXPORT-12)', async () => {
  const other = await live(['one', 'two'])
  const queue = await exported(service, other, 'png')
  const { url, ...rest } = queue
  assert.match(url, '/downloads/acme/')
  assert.equal(rest, {
    queueId: queue.queueId,
    kind: 'EXPORT',
    status: 'COMPLETED',
    percentage: 100,
    total: 4,
    done: 4,
    failed: 0,
    errors: [],
    message: '',
  })
  const key = (permissions: readonly string[]) =>
    service.must('POST', `${account}/api-keys`, { owner: 'x', permissions })
  const read = async (permissions: readonly string[]) =>
    (
      await service.call('GET', `${account}/queues/${queue.queueId}`, undefined, {
        key: (await key(permissions)).apiKey,
      })
    ).status
  assert.is(await read(['Campaigns_Create']), 200)
  assert.is(await read(['Campaigns_All']), 200)
  assert.is(await read(['MediaPlan_Tags_Create']), 403)
  assert.is((await service.call('GET', `${account}/queues/nothing`)).status, 404)
})

test('fonts that a brand has uploaded, as TTF, OTF and WOFF2, are in exports and previews, without a warning (LIBRARY-10)', async () => {
  const faces: string[] = []
  for (const [format, base64] of Object.entries(squareFonts)) {
    const { json } = await upload(service, `fonts/Brand font.${format}`, Buffer.from(base64, 'base64'))
    faces.push(`@font-face{font-family:${format};src:url(${json.assetUrl})}`)
  }
  const names = Object.keys(squareFonts)
  const css = `${faces.join('')}body{margin:0;font-size:20px;line-height:20px}`
  const html = `<style>${css}</style>${names.map(name => `<div style="font-family:${name}">{{headline}}</div>`).join('')}`
  const { warnings } = await service.must('PUT', `${account}/template-campaigns/9`, {
    templateCampaignName: 'Nine',
    adUnits: [{ adUnitId: 1, adUnitName: 'Branded', dimension: '40x60', html }],
  })
  assert.equal(warnings, [])
  const campaign = await campaignWith(service, [], { templateCampaignIdx: 9 })
  await saveCreative(service, campaign, 'one', 'A')
  const { status, message } = await activated(service, campaign)
  assert.equal([status, message.includes('font')], ['ACTIVE', false], message)
  const files = await unzipped(await download((await exported(service, campaign, 'png')).url))
  const { data } = await sharp(files.get('one/Branded_40x60.png'))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => data[(y * 40 + x) * 3]
  for (const [i, name] of names.entries()) assert.equal([at(10, 20 * i + 10), at(30, 20 * i + 10)], [0, 255], name)
})

test('emoji, Japanese, Arabic, Greek and Cyrillic are characters in previews and exports, not boxes', async () => {
  const html =
    '<!doctype html><html><head><meta charset="utf-8"></head><body style="margin:0;width:400px;height:160px;font:20px sans-serif"><div dir="rtl">تخفيضات 50% على {{headline}}</div><div>🎉 Ελλάδα Київ</div><div>夏のセール 特価</div></body></html>'
  await service.must('PUT', `${account}/template-campaigns/11`, {
    templateCampaignName: 'Eleven',
    adUnits: [{ adUnitId: 1, adUnitName: 'Scripts', dimension: '400x160', html }],
  })
  const campaign = await campaignWith(service, [], { templateCampaignIdx: 11 })
  await saveCreative(service, campaign, 'one', 'זר 花 ქ')
  const { message } = await activated(service, campaign)
  assert.match(message, / shown as boxes: ქ in "[^"]*ქ" \(one \/ Scripts 400x160\)\./)
  await saveCreative(service, campaign, 'one', 'זר 花')
  assert.not.match((await activated(service, campaign)).message, 'boxes')
})

test('a gif of an ad unit without a duration has one frame; with a duration it has ten frames a second (EXPORT-8)', async () => {
  const html =
    '<style>@keyframes m{from{background:#ff0000}to{background:#0000ff}}body{margin:0;animation:m .5s steps(2,jump-none)}</style>{{headline}}'
  const moving = { adUnitId: 3, adUnitName: 'Moving', dimension: '40x40', html, durationMs: 500 }
  const still = { adUnitId: 4, adUnitName: 'Still', dimension: '40x40', html: '<p>{{headline}}</p>' }
  await service.must('PUT', `${account}/template-campaigns/8`, {
    templateCampaignName: 'Eight',
    adUnits: [moving, still],
  })
  const campaign = await live(['one'], {}, { templateCampaignIdx: 8 })
  const files = await unzipped(await download((await exported(service, campaign, 'gif')).url))
  const still1 = await sharp(files.get('one/Still_40x40.gif')).metadata()
  assert.equal([still1.format, still1.width, still1.height, still1.pages ?? 1], ['gif', 40, 40, 1])
  const moved = files.get('one/Moving_40x40.gif') ?? Buffer.alloc(0)
  const { pages, delay } = await sharp(moved, { animated: true }).metadata()
  assert.equal([pages, delay], [5, [100, 100, 100, 100, 100]])
  const corner = async (page: number) => {
    const { data } = await sharp(moved, { page }).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    return [...data.subarray(-3)]
  }
  assert.equal(
    [await corner(0), await corner(4)],
    [
      [255, 0, 0],
      [0, 0, 255],
    ],
  )
})

test('an mp4 of an ad unit with odd sides has its true size in its name and in the manifest, with a note (EXPORT-8)', async () => {
  const adUnits = [
    { adUnitId: 1, adUnitName: 'Odd', dimension: '41x31', html: '<p>{{headline}}</p>' },
    { adUnitId: 2, adUnitName: 'Even', dimension: '40x30', html: '<p>{{headline}}</p>' },
  ]
  await service.must('PUT', `${account}/template-campaigns/9`, { templateCampaignName: 'Nine', adUnits })
  const campaign = await live(['one'], {}, { templateCampaignIdx: 9 })
  const files = await unzipped(await download((await exported(service, campaign, 'mp4')).url))
  const manifest = JSON.parse(files.get('manifest.json')?.toString() ?? '{}')
  const shown = manifest.files.map(({ name, width, height, note }: Record<string, unknown>) => [
    name,
    width,
    height,
    note === undefined ? undefined : /^Padded from 41x31/.test(String(note)),
  ])
  assert.equal(shown, [
    ['one/Odd_42x32.mp4', 42, 32, true],
    ['one/Even_40x30.mp4', 40, 30, undefined],
  ])
})

test.run()
