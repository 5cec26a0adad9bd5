import * as E from 'fp-ts/lib/Either.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { accounts } from '../../../projections/provisioning/accounts.ts'
import { adServers } from '../../../projections/provisioning/ad-servers.ts'
import { notActivated } from '../../../src/domain/activation/state.ts'
import type { Creative } from '../../../src/domain/creatives/creative.ts'
import { mediaChannel } from '../../../src/domain/media-channels/media-channel.ts'
import { mediaPlan } from '../../../src/domain/media-plans/media-plan.ts'
import { account } from '../../../src/domain/provisioning/aggregates.ts'
import type { RetailCampaign } from '../../../src/domain/retail-campaigns/retail-campaign.ts'
import { openExecutor } from '../../../src/engine/write/execute.ts'
import type { ShownContent } from '../../../src/lookups/shown-content.ts'
import type { Ports } from '../../../src/ports/ports.ts'
import { runOf, snapshotOf } from '../../../src/processes/activation/take-snapshot.ts'
import { memoryLog } from '../../support/memory/log.ts'
import { memoryReadModels } from '../../support/memory/read-models.ts'
import { stillClock } from '../../support/service/http.ts'

const at = '2026-05-01T10:00:00.000Z'
const commandId = '6f1d2c1e-0000-4000-8000-000000000001'
const campaign: RetailCampaign = {
  accountId: 'acme',
  retailCampaignIdx: 1,
  retailCampaignName: 'Spring',
  templateCampaignIdx: 1,
  assetSourceType: 'uploadAsset',
  dataServiceId: 1,
  adUnits: [],
  mediaPlanId: 4,
}
const makes = { tagGeneration: true, creativeGeneration: false }
const requested = { ...notActivated, status: 'IN_PROGRESS', contentHash: 'c1' } as const
const activation = { ...requested, channel: { mediaChannelIdx: 3, ...makes } }

/** An account whose organisation has channel 3. */
const started = async () => {
  const context = { actor: 'tester', operation: 'test', commandId, correlationId: 'c', causationId: 'c' }
  const work = openExecutor(memoryLog(), stillClock())(context)
  await work.execute(account, 'acme', { value: { accountId: 'acme', name: 'Acme', orgId: 'org1' }, at })
  const channel = {
    orgId: 'org1',
    idx: 3,
    name: 'Network',
    adServerId: 'dsp1',
    type: 'Off-site',
    status: 'Enabled',
    activationConfiguration: makes,
  } as const
  await work.execute(mediaChannel, 'org1:3', { kind: 'CreateMediaChannel', channel, at })
  return work
}

test('a run fails if its channel was deleted after the request', async () => {
  const work = await started()
  assert.ok('channel' in (await runOf(work, activation, campaign)))
  assert.ok(E.isRight(await work.execute(mediaChannel, 'org1:3', { kind: 'DeleteMediaChannel', at })))
  const run = await runOf(work, activation, campaign)
  assert.match('refused' in run ? run.refused : '', /channel 3 was deleted/)
})

test('a run keeps the channel of its request when the campaign names another one', async () => {
  const run = await runOf(await started(), activation, { ...campaign, mediaChannelIdx: 99 })
  assert.is('channel' in run && run.channel?.idx, 3)
})

test('a run works without a channel, and with a plan that is saved later', async () => {
  const work = await started()
  assert.equal(await runOf(work, requested, campaign), {
    activation: requested,
    channel: undefined,
    plan: undefined,
  })
  const plan = { mediaPlanName: 'Plan', sites: [] }
  await work.execute(mediaPlan, 'acme:4', { kind: 'SaveMediaPlan', mediaPlanId: 4, plan, at })
  const run = await runOf(work, requested, campaign)
  assert.is('plan' in run && run.plan?.mediaPlanName, 'Plan')
})

test('each creative that is shown in an ad unit is looked at once, however many ad units there are', async () => {
  const adUnits = Array.from({ length: 20 }, (_, n) => ({
    adUnitId: n + 1,
    adUnitName: `Unit ${n}`,
    dimension: '300x250',
    htmlSha256: 'x',
  }))
  const names = ['can', 'pot']
  let asked = 0
  const shown = names.flatMap(creativeName =>
    adUnits.map(adUnit => ({
      creative: { creativeName } as Creative,
      get adUnit() {
        asked++
        return adUnit
      },
    })),
  )
  const content = { campaign: { ...campaign, adUnits }, creatives: [] } as unknown as ShownContent
  const ports = { config: { publicUrl: 'https://ads.example.com' }, trackerTypes: new Map() } as unknown as Ports
  const { units } = await snapshotOf(content, shown, { activation, channel: undefined, plan: undefined }, ports)
  assert.equal(
    units.map(({ creativeNames }) => creativeNames),
    adUnits.map(() => names),
  )
  assert.is(asked, shown.length)
})

test('the ad server of the channel goes before that of the campaign (TAGS-6)', async () => {
  const readModels = memoryReadModels()
  readModels.put(accounts, 'acme', { revision: 0, value: { accountId: 'acme', name: 'Acme', orgId: 'org1' } })
  for (const adServerId of ['dsp1', 'own']) {
    const value = { orgId: 'org1', adServerId, name: `Server ${adServerId}`, type: 'Off-site', macroStyle: 'none' }
    readModels.put(adServers, `org1:${adServerId}`, { revision: 0, value })
  }
  const run = await runOf(await started(), activation, campaign)
  const channel = 'channel' in run ? run.channel : undefined
  const content = { campaign: { ...campaign, adServerId: 'own' }, creatives: [] } as unknown as ShownContent
  const serverOf = async (of: typeof channel) =>
    (await snapshotOf(content, [], { activation, channel: of, plan: undefined }, { readModels } as unknown as Ports))
      .adServerName
  assert.equal([await serverOf(channel), await serverOf(undefined)], ['Server dsp1', 'Server own'])
})

test.run()
