import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { readCampaign } from '../../src/cli/campaign-file.ts'
import { restClient } from '../../src/cli/rest.ts'
import { sendCampaign } from '../../src/cli/send-campaign.ts'
import { inFolder } from '../support/memory/secrets.ts'
import { smallCampaign, writeCampaign } from '../support/programs/campaign-folder.ts'
import { adminKey, type Service, startService } from '../support/service/service.ts'

const test = suite('importing a campaign again')
let service: Service
test.before(async () => {
  service = await startService()
})
test.after(() => service.stop())

const imported = async (folder: string) => {
  const rest = restClient({ base: service.url, key: adminKey })
  const { warnings: _, ...made } = await sendCampaign(await readCampaign(folder), rest, () => undefined)
  return made
}
const campaigns = '/v2/accounts/acme/retail-campaigns'
const position = async () => Number((await service.call('GET', campaigns)).headers.get('endcap-position'))
const headline = async (idx: number | undefined) => (await service.call('GET', `${campaigns}/${idx}/creative/one`)).text
const unitOf = async (idx: number | undefined) => {
  const creatives = await service.call('GET', `${campaigns}/${idx}/creatives`)
  const url = JSON.stringify(creatives.json).match(/http:[^"]*\/previews\/[^"]*one\/1\?[^"]*/)?.[0] ?? 'no preview'
  return (await service.call('GET', url.replace('/1?', '/1.html?'), undefined, { key: undefined })).text
}

test('a repeated import creates nothing twice; changes in the files are applied, and so is undoing them', () =>
  inFolder(async folder => {
    await writeCampaign(folder)
    const first = await imported(folder)
    const before = await position()
    assert.equal(await imported(folder), first)
    const again = await position()
    assert.is((await service.call('GET', campaigns)).json.count, 1)
    assert.match(await unitOf(first.retailCampaignIdx), '<p>One</p>')

    const [one, ...others] = smallCampaign.creatives
    const changed = { ...one, dynamicAssets: [{ columnName: 'headline', columnValue: 'Changed' }] }
    await writeCampaign(folder, { ...smallCampaign, creatives: [changed, ...others] }, '<h1>{{headline}}</h1>')
    assert.equal(await imported(folder), first)
    assert.match(await headline(first.retailCampaignIdx), 'Changed')
    assert.match(await unitOf(first.retailCampaignIdx), '<h1>Changed</h1>')

    // the first files once more: a stored response would leave the change in place
    await writeCampaign(folder)
    assert.equal(await imported(folder), first)
    assert.not.match(await headline(first.retailCampaignIdx), 'Changed')
    assert.match(await unitOf(first.retailCampaignIdx), '<p>One</p>')
    assert.is((await service.call('GET', campaigns)).json.count, 1)
    assert.ok(again >= before)
  }))

test('a different file for an existing asset path is refused with the path', () =>
  inFolder(async folder => {
    await writeCampaign(folder)
    await writeFile(join(folder, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"/>')
    await imported(folder).then(
      () => assert.unreachable('the asset was replaced'),
      error => assert.match(error.message, /POST \/v2\/accounts\/acme\/assets: 409 brand\/logo one\.svg already holds/),
    )
  }))

test.run()
