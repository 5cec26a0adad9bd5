import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { readCampaign } from '../../src/cli/campaign-file.ts'
import { inFolder } from '../support/memory/secrets.ts'
import { smallCampaign, svg, writeCampaign } from '../support/programs/campaign-folder.ts'

const test = suite('campaign files')
/** The error message for a broken file. */
const errorFor = async (path: string): Promise<string> =>
  readCampaign(path).then(
    () => assert.unreachable('no error was thrown') as never,
    (error: Error) => {
      assert.is(error.name, 'UserError', error.stack)
      return error.message
    },
  )
const errorForCampaign = async (campaign: unknown): Promise<string> => {
  let message = ''
  await inFolder(async folder => {
    await writeCampaign(folder, campaign)
    message = (await errorFor(folder)).replaceAll(folder, 'FOLDER')
  })
  return message
}

test('reads a folder, or the file in it, with the files that it refers to', () =>
  inFolder(async folder => {
    await writeCampaign(folder)
    for (const path of [folder, join(folder, 'campaign.json')]) {
      const { campaign, file } = await readCampaign(path)
      assert.equal(campaign, smallCampaign)
      assert.is((await file('logo.svg')).toString(), svg)
    }
  }))

test('accepts a byte order mark', () =>
  inFolder(async folder => {
    await writeCampaign(folder, `\uFEFF${JSON.stringify(smallCampaign)}`)
    assert.is((await readCampaign(folder)).campaign.account.accountId, 'acme')
  }))

test('reports missing and unreadable files', () =>
  inFolder(async folder => {
    assert.is(await errorFor(join(folder, 'nowhere')), `${folder}/nowhere does not exist`)
    assert.is(await errorFor(folder), `${folder}/campaign.json does not exist`)
    await mkdir(join(folder, 'campaign.json'))
    assert.is(await errorFor(folder), `${folder}/campaign.json cannot be read (EISDIR)`)
  }))

test('a folder of others does not publish files of the machine by links that lead out of it', () =>
  inFolder(async folder => {
    const campaign = join(folder, 'campaign')
    await mkdir(campaign)
    await writeCampaign(campaign)
    await rename(join(campaign, 'logo.svg'), join(campaign, 'drawn.svg'))
    await symlink('drawn.svg', join(campaign, 'logo.svg'))
    assert.is((await (await readCampaign(campaign)).file('logo.svg')).toString(), svg, 'a link within the folder')
    await rename(join(campaign, 'drawn.svg'), join(folder, 'private.svg'))
    await rm(join(campaign, 'logo.svg'))
    await symlink('../private.svg', join(campaign, 'logo.svg'))
    const refusal = 'campaign.json refers to links to files outside its folder; copy them there:\n  logo.svg'
    assert.is(await errorFor(campaign), `${campaign}/${refusal}`)
  }))

test('reports invalid JSON with the file name and the error', async () => {
  assert.match(await errorForCampaign('{"account": {'), /^FOLDER\/campaign\.json is not JSON: .+/)
  assert.match(await errorForCampaign(''), /^FOLDER\/campaign\.json is not JSON: /)
})

test('reports all validation faults at once, each with its place', async () => {
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
  const message = await errorForCampaign(broken)
  assert.match(message, /^FOLDER\/campaign\.json is not a campaign:\n/)
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
    assert.ok(message.includes(`\n${line}`), `${line} is not in\n${message}`)
  assert.match(await errorForCampaign([]), /is not a campaign/)
  assert.match(await errorForCampaign(null), /is not a campaign/)
})

test('paths cannot leave the folder', async () => {
  for (const file of ['../secret.svg', 'a/../../secret.svg', '/etc/passwd', '..'])
    assert.match(
      await errorForCampaign({ ...smallCampaign, assets: [{ path: 'a.svg', file }] }),
      '/assets/0/file must be',
    )
})

test('reports all missing files at once', () =>
  inFolder(async folder => {
    await writeCampaign(folder)
    await rm(join(folder, 'logo.svg'))
    await rm(join(folder, 'units'), { recursive: true })
    assert.is(
      await errorFor(folder),
      `${folder}/campaign.json refers to missing files:\n  logo.svg\n  units/small.html`,
    )
    await writeFile(join(folder, 'units'), 'a file where a folder was')
    assert.match(await errorFor(folder), 'units/small.html')
  }))

test.run()
