import { randomBytes, randomUUID } from 'node:crypto'
import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { cloneRetailCampaign } from '../../commands/retail-campaigns/clone-retail-campaign.ts'
import { creatives } from '../../src/domain/creatives/creatives.ts'
import { idOfExternalId } from '../../src/domain/retail-campaigns/external-id.ts'
import { retailCampaign } from '../../src/domain/retail-campaigns/retail-campaign.ts'
import type { Caller } from '../../src/engine/operation.ts'
import { openExecutor } from '../../src/engine/write/execute.ts'
import type { Ports } from '../../src/ports/ports.ts'
import { at, campaignCreated, creative, creativeSaved } from '../support/examples/campaign.ts'
import { eventsOf } from '../support/memory/log.ts'
import { watchedLog } from '../support/memory/watched-log.ts'
import { stillClock } from '../support/service/http.ts'
import { outcomeOf } from '../support/waiting/tally.ts'

const test = suite('cloning, when the log refuses')
const caller: Caller = { id: 'key1', permissions: '*', accounts: '*', organisations: '*' }
const clones = 'creatives-acme:13'

/** Campaign 12 with creatives that need several appends, and its clone under number 13. */
const twelve = async (over: { readonly externalId?: string } = {}) => {
  const watched = watchedLog()
  const { log, elsewhere } = watched
  await elsewhere('retail-campaign-acme:12', 'RetailCampaignCreated', campaignCreated().data)
  for (let i = 0; i < 12; i++)
    await elsewhere('creatives-acme:12', 'CreativeSaved', creativeSaved(creative(`pot ${i}`, 'x'.repeat(60_000))).data)
  const clock = stillClock()
  const clone = (commandId: string = randomUUID(), mayHaveRun = false) => {
    const context = { actor: 'key1', operation: 'cloneRetailCampaign', correlationId: 'c', causationId: 'c' }
    // a node of its own each time, so that nothing is in memory
    const work = openExecutor(
      log,
      clock,
    )({ ...context, commandId, repeats: { mayHaveRun: () => mayHaveRun, since: 0n } })
    const given = cloneRetailCampaign.run(
      {
        params: { accountId: 'acme', retailCampaignIdx: 12 },
        query: undefined,
        body: over,
        caller,
        newIds: { retailCampaignIdx: 13, dataServiceId: 4 },
        randomBytes,
        ifMatch: undefined,
        lastEventId: undefined,
        files: {},
        origin: '',
        client: () => '',
        cookie: () => undefined,
        isFromOtherSite: () => false,
        gone: () => new AbortController().signal,
        prefers: () => undefined,
      },
      work,
      { clock } as unknown as Ports,
    )
    return outcomeOf(given, work)
  }
  const created = () => eventsOf(log, retailCampaign).filter(e => e.type === 'RetailCampaignCreated')
  const copied = (id = 'acme:13') =>
    eventsOf(log, creatives, id).flatMap(e => ('creative' in e.data ? [e.data.creative.creativeName] : []))
  return { ...watched, clone, created, copied }
}
const codeOf = (outcome: E.Either<{ readonly code: string }, unknown>) =>
  E.isLeft(outcome) ? outcome.left.code : 'done'

test('an interrupted clone is no campaign, and its repeat under the same key completes it', async () => {
  const { clone, created, copied, beforeAppend } = await twelve({ externalId: 'second' })
  let parts = 0
  beforeAppend(stream =>
    stream === clones && ++parts === 3 ? { kind: 'unavailable', reason: 'unreachable' } : undefined,
  )
  const commandId = randomUUID()
  assert.is(codeOf(await clone(commandId)), 'store-unavailable')
  assert.is(created().length, 1, 'only the original')
  const begun = copied().length
  assert.ok(begun > 0 && begun < 12)
  assert.is(codeOf(await clone(commandId, true)), 'done')
  assert.is(copied().length, 12)
  assert.is(new Set(copied()).size, 12)
  assert.equal(
    created().map(e => e.type === 'RetailCampaignCreated' && [e.data.campaign.externalId, e.data.copied?.creatives]),
    [
      [undefined, undefined],
      ['second', 12],
    ],
  )
})

test('a repeat finds the clone that an earlier run created, and adds nothing that its original has got since', async () => {
  const { clone, created, copied, elsewhere } = await twelve({ externalId: 'second' })
  const commandId = randomUUID()
  const first = await clone(commandId)
  await elsewhere('creatives-acme:12', 'CreativeSaved', creativeSaved(creative('late')).data)
  assert.equal(await clone(commandId, true), first)
  assert.equal([created().length, copied().length], [2, 12])
})

test('a repeat finds the clone under the number that its external id was reserved for', async () => {
  const { clone, created, elsewhere } = await twelve({ externalId: 'second' })
  await elsewhere(`external-id-${idOfExternalId('acme', 'second')}`, 'ExternalIdTaken', { retailCampaignIdx: 14, at })
  const commandId = randomUUID()
  const first = await clone(commandId)
  assert.equal(await clone(commandId, true), first)
  assert.is(created().length, 2)
})

test('each part fits into one append', async () => {
  const { clone, appends } = await twelve()
  appends.length = 0
  assert.is(codeOf(await clone()), 'done')
  const parts = appends.filter(a => a.stream === clones)
  assert.ok(parts.length >= 3)
})

test('a number that an interrupted clone left with creatives is not used for another campaign', async () => {
  const { clone, created, copied, elsewhere } = await twelve({ externalId: 'second' })
  await elsewhere(`external-id-${idOfExternalId('acme', 'second')}`, 'ExternalIdTaken', { retailCampaignIdx: 14, at })
  await elsewhere('creatives-acme:14', 'CreativeSaved', creativeSaved(creative('foreign')).data)
  assert.is(codeOf(await clone()), 'external-id-taken')
  assert.equal([created().length, copied()], [1, []])
})

test('a clone takes the number that its external id was reserved for, with its creatives', async () => {
  const { clone, created, copied, elsewhere } = await twelve({ externalId: 'second' })
  await elsewhere(`external-id-${idOfExternalId('acme', 'second')}`, 'ExternalIdTaken', { retailCampaignIdx: 14, at })
  assert.is(codeOf(await clone()), 'done')
  assert.is(copied('acme:14').length, 12)
  assert.equal(
    created().map(e => e.type === 'RetailCampaignCreated' && e.data.campaign.retailCampaignIdx),
    [12, 14],
  )
})

test('an external id that another request takes while the creatives are copied refuses the clone', async () => {
  const { clone, created, elsewhere, beforeAppend } = await twelve({ externalId: 'second' })
  let taken = false
  beforeAppend(async stream => {
    if (stream === clones && !taken) {
      taken = true
      await elsewhere(`external-id-${idOfExternalId('acme', 'second')}`, 'ExternalIdTaken', {
        retailCampaignIdx: 15,
        at,
      })
    }
    return undefined
  })
  assert.is(codeOf(await clone()), 'external-id-taken')
  assert.is(created().length, 1)
})

test('a creative whose copy is too large for an append refuses the clone before it copies any', async () => {
  const { clone, created, copied, elsewhere } = await twelve()
  await elsewhere('creatives-acme:12', 'CreativeSaved', creativeSaved(creative('large', 'x'.repeat(999_500))).data)
  assert.is(codeOf(await clone()), 'append-too-large')
  assert.equal([created().length, copied()], [1, []])
})

test.run()
