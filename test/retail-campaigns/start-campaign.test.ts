import { randomUUID } from 'node:crypto'
import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { externalId, idOfExternalId } from '../../src/domain/retail-campaigns/external-id.ts'
import { type RetailCampaign, retailCampaign } from '../../src/domain/retail-campaigns/retail-campaign.ts'
import { rejection } from '../../src/domain/shared/decider.ts'
import * as TE from '../../src/engine/task-either.ts'
import type { Work } from '../../src/engine/write/execute.ts'
import { campaignStart, startCampaign } from '../../src/retail-campaigns/start-campaign.ts'
import { eventsOf, memoryLog } from '../support/memory/log.ts'
import { nodeOn, outcomeOf, runOf } from '../support/waiting/tally.ts'

const test = suite('starting a retail campaign')
const at = '2026-03-01T12:00:00.000Z'
const campaign = (retailCampaignIdx: number): RetailCampaign => ({
  accountId: 'acme',
  retailCampaignIdx,
  retailCampaignName: `Campaign ${retailCampaignIdx}`,
  templateCampaignIdx: 1,
  assetSourceType: 'uploadAsset',
  dataServiceId: retailCampaignIdx,
  adUnits: [],
})
const own = (retailCampaignIdx: number) => ({ accountId: 'acme', retailCampaignIdx, externalId: 'spring' })
const start = (work: Work, idx: number, checks: TE.TaskEither<never, RetailCampaign> = TE.right(campaign(idx))) =>
  outcomeOf(campaignStart(work, own(idx), startCampaign(work, own(idx), checks, at)), work)
const codeOf = (result: Awaited<ReturnType<typeof start>>) => (E.isLeft(result) ? result.left.code : 'done')
const reserve = (work: Work, retailCampaignIdx: number) =>
  work.execute(externalId, idOfExternalId('acme', 'spring'), { retailCampaignIdx, at })

test('of two requests with one external id, only one is told that it created the campaign', async () => {
  const log = memoryLog()
  const [one, two] = [nodeOn(log), nodeOn(log)]
  // the first has reserved the id, and is slow; the second uses the number, as after a crash of the first
  await reserve(one.work(), 5)
  assert.is(codeOf(await start(two.work(), 6)), 'done')
  const late = await start(one.work(), 5)
  assert.is(codeOf(late), 'external-id-taken')
  assert.equal(E.isLeft(late) ? late.left.extra : {}, { retailCampaignIdx: 5 })
  const created = eventsOf(log, retailCampaign)
  assert.is(created.length, 1)
  const both = await Promise.all([start(one.work(), 7), start(two.work(), 8)])
  assert.equal(both.map(codeOf), ['external-id-taken', 'external-id-taken'])
})

test('a repeat gives what was created, also under a number that another request had reserved', async () => {
  const log = memoryLog()
  await reserve(nodeOn(log).work(), 5)
  const commandId = randomUUID()
  const first = await start(nodeOn(log).work({ commandId }), 6)
  assert.equal(first, E.right({ retailCampaignIdx: 5, revision: 0 }))
  const again = nodeOn(log).work({ commandId, repeats: runOf(true) })
  assert.equal(await start(again, 6), first)
  assert.is(eventsOf(log, retailCampaign).length, 1)
})

test('the checks are made once, before anything is reserved, and not again for what is done', async () => {
  const log = memoryLog()
  const refused = startCampaign(
    nodeOn(log).work(),
    { accountId: 'acme', retailCampaignIdx: 5, externalId: 'spring' },
    TE.left(rejection('invalid-request', 'There is no such template.')),
    at,
  )
  assert.is(codeOf(await refused()), 'invalid-request')
  assert.is(log.events.length, 0)
  let made = 0
  const checks = async () => {
    made++
    return E.right(campaign(6))
  }
  const commandId = randomUUID()
  assert.is(codeOf(await start(nodeOn(log).work({ commandId }), 6, checks)), 'done')
  assert.is(made, 1)
  const again = nodeOn(log).work({ commandId, repeats: runOf(true) })
  assert.is(codeOf(await start(again, 6, checks)), 'done')
  assert.is(made, 1)
})

test.run()
