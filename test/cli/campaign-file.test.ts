import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { readCampaign } from '../../src/cli/campaign-file.ts'
import { inFolder } from '../support/memory/secrets.ts'
import { smallCampaign, svg, writeCampaign } from '../support/programs/campaign-folder.ts'

const test = suite("a campaign's file")
/** What a person is told of a broken one. */
const toldOf = async (path: string): Promise<string> =>
  readCampaign(path).then(
    () => assert.unreachable('it was read') as never,
    (error: Error) => {
      assert.is(error.name, 'UserError', error.stack)
      return error.message
    },
  )
const toldOfCampaign = async (campaign: unknown): Promise<string> => {
  let told = ''
  await inFolder(async folder => {
    await writeCampaign(folder, campaign)
    told = (await toldOf(folder)).replaceAll(folder, 'FOLDER')
  })
  return told
}

test('a folder, or the file in it, is read with what belongs to it', () =>
  inFolder(async folder => {
    await writeCampaign(folder)
    for (const path of [folder, join(folder, 'campaign.json')]) {
      const { campaign, file } = await readCampaign(path)
      assert.equal(campaign, smallCampaign)
      assert.is((await file('logo.svg')).toString(), svg)
    }
  }))

test('a byte order mark in front does no harm', () =>
  inFolder(async folder => {
    await writeCampaign(folder, `\uFEFF${JSON.stringify(smallCampaign)}`)
    assert.is((await readCampaign(folder)).campaign.account.accountId, 'acme')
  }))

test('what is not there, and what cannot be read, is named', () =>
  inFolder(async folder => {
    assert.is(await toldOf(join(folder, 'nowhere')), `${folder}/nowhere is not there`)
    assert.is(await toldOf(folder), `${folder}/campaign.json is not there`)
    await mkdir(join(folder, 'campaign.json'))
    assert.is(await toldOf(folder), `${folder}/campaign.json cannot be read (EISDIR)`)
  }))

test('a file that is no JSON is named with what is wrong', async () => {
  assert.match(await toldOfCampaign('{"account": {'), /^FOLDER\/campaign\.json is not JSON: .+/)
  assert.match(await toldOfCampaign(''), /^FOLDER\/campaign\.json is not JSON: /)
})

test('every fault of its shape is told at once, each at its place', async () => {
  const broken = {
    ...smallCampaign,
    account: { accountId: 'a b' },
    templateCampaign: {
      ...smallCampaign.templateCampaign,
      templateCampaignIdx: 0,
      adUnits: [{ adUnitId: 1, dimension: 'big' }],
    },
    assets: [{ path: '', file: '/etc/passwd' }],
    retailCampaign: { retailCampaignName: 'Spring' },
    creatives: [{ dynamicAssets: [{ columnName: 'a' }] }],
  }
  const told = await toldOfCampaign(broken)
  assert.match(told, /^FOLDER\/campaign\.json is not a campaign:\n/)
  for (const line of [
    '  /account/accountId must be 1 to 64 letters',
    '  /templateCampaign/templateCampaignIdx must be between 1 and',
    '  /templateCampaign/adUnits/0/dimension ',
    '  /assets/0/path must not be empty',
    '  /assets/0/file must be a path below the campaign file',
    '  /retailCampaign/externalId ',
    '  /creatives/0/creativeName ',
    '  /creatives/0/dynamicAssets/0/columnValue ',
  ])
    assert.ok(told.includes(`\n${line}`), `${line} is not in\n${told}`)
  assert.match(await toldOfCampaign([]), /is not a campaign/)
  assert.match(await toldOfCampaign(null), /is not a campaign/)
})

test('no path leads out of the folder', async () => {
  for (const file of ['../secret.svg', 'a/../../secret.svg', '/etc/passwd', '..'])
    assert.match(
      await toldOfCampaign({ ...smallCampaign, assets: [{ path: 'a.svg', file }] }),
      '/assets/0/file must be',
    )
})

test('every file that it names and that is not there is told at once', () =>
  inFolder(async folder => {
    await writeCampaign(folder)
    await rm(join(folder, 'logo.svg'))
    await rm(join(folder, 'units'), { recursive: true })
    assert.is(
      await toldOf(folder),
      `${folder}/campaign.json names files that are not there:\n  logo.svg\n  units/small.html`,
    )
    await writeFile(join(folder, 'units'), 'a file where a folder was')
    assert.match(await toldOf(folder), 'units/small.html')
  }))

test.run()
