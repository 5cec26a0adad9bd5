import sharp from 'sharp'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { exported, saveCreative, unzipped, upload } from '../support/service/flow.ts'
import { account, activated, campaignWith, provision, type Service, startService } from '../support/service/service.ts'

const test = suite('names of library files')
let service: Service
const names = [
  ...['logo@2x.png', 'H&M logo.png', '50%_off.png', "men's.png", 'a+b.png', '#1.png', 'photo[1].png', 'a,b.png'],
  ...['größe 夏.png', 'why?.png', '55" {TV}.png', '🍵 tea; 1=1.png'],
]
const addresses = new Map<string, string>()

test.before(async () => {
  service = await startService()
  await provision(service)
  const square = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#00c000' } })
    .png()
    .toBuffer()
  for (const name of names) {
    const { status, json, text } = await upload(service, `brand/${name}`, square)
    assert.is(status, 200, text)
    addresses.set(name, json.assetUrl)
  }
})
test.after(() => service.stop())

const unitsOf = async (idx: number, html: string) => {
  const adUnits = [{ adUnitId: 1, adUnitName: 'Hero', dimension: '80x40', html: `<!doctype html>${html}` }]
  return service.must('PUT', `${account}/template-campaigns/${idx}`, { templateCampaignName: 'Names', adUnits })
}
/** Whether all four boxes of an ad are green. */
const isGreen = async (png: Buffer): Promise<boolean> => {
  const pixels = await sharp(png).removeAlpha().raw().toBuffer()
  return new Set(pixels.toString('hex').match(/.{6}/g)).size === 1 && pixels[1] === 0xc0
}
/** Four boxes that fill an ad of 80 by 40. */
const style =
  '<style>body{margin:0;display:flex}img,b{width:20px;height:40px;background-size:cover;display:block}</style>'

test('a file is served at its address, whatever its name', async () => {
  for (const [name, address] of addresses) {
    assert.is((await service.call('GET', address, undefined, { key: undefined })).status, 200, name)
    assert.not.match(address.replace(/%[0-9A-F]{2}/g, ''), /[^\w\-.~:/]/)
  }
  const raw = '/assets/acme/brand/50%_off.png'
  assert.is((await service.call('GET', raw, undefined, { key: undefined })).status, 200, 'as browsers send it')
})

test('columns name a file by its path or its address in HTML, srcset and styles, and exports show it', async () => {
  const html = `${style}<img src="{{photo}}"><img srcset="{{photo}} 1x"><b style="background-image:url({{photo}})"></b><b style='background-image:url("{{photo}}")'></b>`
  await unitsOf(2, html)
  const campaign = await campaignWith(service, [], { templateCampaignIdx: 2 })
  for (const [i, name] of names.entries())
    for (const columnValue of [`/assets/acme/brand/${name}`, addresses.get(name)]) {
      const dynamicAssets = [{ columnName: 'photo', columnValue }]
      const saved = await saveCreative(service, campaign, `creative ${i}`, '', { dynamicAssets })
      assert.equal(saved.warnings, [], name)
    }
  await saveCreative(service, campaign, 'plain', '', {
    dynamicAssets: [{ columnName: 'photo', columnValue: '/assets/acme/brand/#1.png' }],
  })
  const { status, message } = await activated(service, campaign)
  assert.is(status, 'ACTIVE', message)
  const { url } = await exported(service, campaign, 'png')
  const files = await unzipped(Buffer.from(await (await fetch(url)).arrayBuffer()))
  const pictures = [...files].filter(([name]) => name.endsWith('.png'))
  assert.is(pictures.length, names.length + 1)
  for (const [name, png] of pictures) assert.ok(await isGreen(png), name)
})

test('HTML names a file as browsers read it', async () => {
  const [at, and, percent, brackets] = ["men's.png", 'H&M logo.png', '50%_off.png', 'photo[1].png'].map(
    name => `/assets/acme/brand/${name}`,
  )
  const html = `${style}<img src="${at}"><img src="${and}"><img src="${percent}"><b style="background-image:url('${brackets}')"></b>`
  const { warnings } = await unitsOf(3, html)
  assert.equal(warnings, [])
  const campaign = await campaignWith(service, ['one'], { templateCampaignIdx: 3 })
  const { status, message } = await activated(service, campaign)
  assert.is(status, 'ACTIVE', message)
  const missing = await unitsOf(3, '<img src="/assets/acme/brand/women&#39;s.png">')
  assert.match(missing.warnings[0].detail, "brand/women's.png")
})

test('the products of a feed name files by their paths', async () => {
  await unitsOf(4, `${style}<img src="{{image}}"><img src="{{image}}"><img src="{{image}}"><img src="{{image}}">`)
  const data = names.map((name, i) => ({ sku: `p${i}`, image: `/assets/acme/brand/${name}` }))
  const source = await service.must('POST', `${account}/asset-sources/inline`, {
    assetSourceName: 'Products',
    assetKeyColumn: 'sku',
    data,
  })
  const campaign = await campaignWith(service, [], {
    templateCampaignIdx: 4,
    assetSourceType: 'productFeed',
    productAssetSourceId: Number(source.id),
  })
  const { status, message } = await activated(service, campaign)
  assert.is(status, 'ACTIVE', message)
})

test('a name that is refused says why', async () => {
  for (const [path, why] of [
    ['brand\\logo.png', 'backslash'],
    ['brand/../logo.png', 'no . or ..'],
    ['brand/ logo.png', 'no blanks'],
    ['brand/lo\u0007go.png', 'control characters'],
  ] as const) {
    const { status, text } = await upload(service, path, 'x')
    assert.equal([status, text.includes(why)], [400, true], text)
  }
})

test.run()
