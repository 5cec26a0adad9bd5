import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ApiError } from '../../src/dsp-sandbox/api/api-error.ts'
import type { StoredCreative } from '../../src/dsp-sandbox/api/creative.ts'
import { type RunningSandbox, startDspSandbox } from '../../src/dsp-sandbox/start.ts'
import { authoriseAt, dspEnvironment } from '../support/servers/dsp.ts'
import { aheadClock } from '../support/service/ahead-clock.ts'
import { activeCampaign, configured, exportsOf } from '../support/service/dsp-exports.ts'
import { type Answered, account, provision, type Service, startService } from '../support/service/service.ts'

const test = suite('tags beside the creatives of the DSP, over HTTP')
const clock = aheadClock()
let sandbox: RunningSandbox
let service: Service
let dsp: ReturnType<typeof exportsOf>

test.before(async () => {
  sandbox = await startDspSandbox({ advertisers: 10, reviewSeconds: 3_600, now: () => clock.now().getTime() })
  service = await startService(dspEnvironment(sandbox), { clock })
  dsp = exportsOf(service)
  await provision(service)
  await authoriseAt(service, sandbox, 'acme')
})
test.after(async () => {
  await service?.stop()
  await sandbox?.stop()
})

const pathOf = (configId: number) => `${account}/dsp-configurations/${configId}/reconcile`
const compared = async (configId: number) => {
  const { json, status, text } = await service.call('GET', pathOf(configId))
  assert.is(status, 200, text)
  return json
}
const repaired = async (configId: number, status = 202) => {
  const answer = await service.call('POST', pathOf(configId))
  assert.is(answer.status, status, answer.text)
  return answer.json
}
const nothing = { missing: 0, twins: 0, orphans: 0, changed: 0, rejected: 0 }
const archived = { entityStatus: 'ENTITY_STATUS_ARCHIVED' }
const active = { entityStatus: 'ENTITY_STATUS_ACTIVE' }
/** Meanwhile the DSP answers everything but a new creative, so an export that creates goes on. */
const withoutCreates = async <A>(during: () => Promise<A>): Promise<A> => {
  const { create } = sandbox.store
  sandbox.store.create = () => {
    throw new ApiError(503, 'UNAVAILABLE', 'The service is currently unavailable.')
  }
  return during().finally(() => {
    sandbox.store.create = create
  })
}
/** Meanwhile the clock goes a second with each change at the DSP, so that none waits for the quota, which has 2.5 a second. */
const withoutWaits = async <A>(during: () => Promise<A>): Promise<A> => {
  const { change } = sandbox.store
  sandbox.store.change = (...changed) => {
    clock.pass(1_000)
    return change(...changed)
  }
  return during().finally(() => {
    sandbox.store.change = change
  })
}
/** A campaign of two tags whose export to an advertiser of its own is finished. */
const exported = async (place: number, more: object = {}) => {
  const campaign = await activeCampaign(service, more)
  const configId = await configured(service, sandbox, place)
  await dsp.start(configId, campaign)
  await dsp.reaches(configId, campaign, 200)
  const advertiserId = String(sandbox.advertisers[place]?.advertiserId)
  const tagId = (adUnitId: number) => `acme:${campaign}:${adUnitId}`
  const creativesOf = (adUnitId: number): readonly StoredCreative[] =>
    sandbox.store.ofAdvertiser(advertiserId).filter(({ input }) => input.integrationCode === tagId(adUnitId))
  const creative = (adUnitId: number): StoredCreative => {
    const [found] = creativesOf(adUnitId)
    if (!found) throw new Error(`no creative of ad unit ${adUnitId}`)
    return found
  }
  const change = (adUnitId: number, input: Partial<StoredCreative['input']>) => {
    const before = creative(adUnitId)
    sandbox.store.change(before, { ...before.input, ...input })
  }
  const create = (integrationCode: string) =>
    sandbox.store.create(advertiserId, { ...creative(1).input, ...active, integrationCode }, 'approved').creativeId
  const activeIds = (adUnitId: number) =>
    creativesOf(adUnitId)
      .filter(({ input }) => input.entityStatus === 'ENTITY_STATUS_ACTIVE')
      .map(({ creativeId }) => creativeId)
  return { campaign, configId, tagId, creative, change, create, activeIds }
}

test('what was exported differs in nothing, not even a name that the DSP has cut', async () => {
  const { configId, creative } = await exported(0, { retailCampaignName: '🌷'.repeat(75) })
  assert.ok(Buffer.byteLength(creative(1).input.displayName) > 230)
  const { message, counts, running } = await compared(configId)
  assert.is(message, '2 tags and 2 creatives were compared; nothing differs.')
  assert.equal([counts, running], [{ tags: 2, creatives: 2, ...nothing }, []])
  const { repair, message: done } = await repaired(configId, 200)
  assert.equal([repair.exportsStarted, done], [[], 'Nothing was repaired.'])
})

test('a creative that was archived at the DSP is missing, and is exported again', async () => {
  const { campaign, configId, tagId, creative, change, activeIds } = await exported(1)
  change(1, archived)
  const { creativeId } = creative(1)
  const item = { tagId: tagId(1), retailCampaignIdx: campaign, adUnitId: 1, creativeId }
  const { counts, missing } = await compared(configId)
  assert.equal(counts, { tags: 2, creatives: 1, ...nothing, missing: 1 })
  assert.equal(missing, [{ ...item, reason: 'It is archived or deleted at the DSP.' }])
  const { status, message, repair } = await repaired(configId)
  assert.equal([status, message], [202, '1 missing tag, 1 started export.'])
  assert.equal([repair.tagsMissing, repair.exportsStarted], [1, [campaign]])
  await dsp.reaches(configId, campaign, 200)
  assert.equal((await compared(configId)).counts, { tags: 2, creatives: 2, ...nothing })
  assert.is(activeIds(1).length, 1)
  assert.equal((await repaired(configId, 200)).repair.exportsStarted, [], 'nothing is left')
  const { json } = await service.call('GET', `${account}/events?filters=type=DspConfigurationRepaired`)
  assert.equal([json.events.length, json.events[0].data], [1, { configId, repair, at: json.events[0].data.at }])
})

test('a tag that the DSP refused is missing until it takes it', async () => {
  const { campaign, configId } = await exported(2)
  const other = await activeCampaign(service)
  sandbox.faults.ask('creative-refused', 1)
  await dsp.start(configId, other)
  await dsp.reaches(configId, other, 200)
  const { counts, missing } = await compared(configId)
  assert.equal(counts, { tags: 4, creatives: 3, ...nothing, missing: 1 })
  assert.match(missing[0].reason, /^It was not exported: The DSP refused .*cannot be accepted/)
  assert.is(missing[0].creativeId, undefined)
  assert.equal((await repaired(configId)).repair.exportsStarted, [other])
  await dsp.reaches(configId, other, 200)
  assert.equal((await compared(configId)).counts, { tags: 4, creatives: 4, ...nothing })
  await service.must('POST', `${account}/retail-campaigns/${campaign}/end`)
})

test('a twin is archived; the recorded creative stays', async () => {
  const { configId, tagId, create, creative, activeIds } = await exported(3)
  const { creativeId: recorded } = creative(1)
  const twin = create(tagId(1))
  const { counts, twins } = await compared(configId)
  assert.equal([counts.twins, twins[0].creativeId], [1, twin])
  const { status, repair } = await repaired(configId, 200)
  assert.equal([status, repair.twinsArchived, repair.twinsRemaining], [200, 1, 0])
  assert.equal(activeIds(1), [recorded])
  assert.equal((await compared(configId)).counts, { tags: 2, creatives: 2, ...nothing })
})

test('another creative in place of one that is missing is taken, so that there is still one', async () => {
  const { campaign, configId, tagId, change, create, activeIds } = await exported(4)
  change(1, archived)
  const [first, second] = [create(tagId(1)), create(tagId(1))]
  const { counts } = await compared(configId)
  assert.equal([counts.missing, counts.twins, counts.orphans], [1, 1, 1])
  const { repair } = await repaired(configId)
  assert.equal([repair.twinsArchived, repair.exportsStarted], [1, [campaign]])
  await dsp.reaches(configId, campaign, 200)
  assert.equal(activeIds(1), [first])
  assert.not.ok(activeIds(1).includes(second))
  assert.equal((await compared(configId)).counts, { tags: 2, creatives: 2, ...nothing })
})

test('orphans, changed and rejected creatives are left to people', async () => {
  const { configId, tagId, change, create, creative, activeIds } = await exported(5)
  const orphan = create('acme:999:1')
  create('rival:1:1')
  create('of somebody else')
  change(1, { thirdPartyTag: '<b>other</b>' })
  sandbox.store.review(creative(2).creativeId, 'rejected')
  const found = await compared(configId)
  assert.equal(found.counts, { tags: 2, creatives: 3, ...nothing, orphans: 1, changed: 1, rejected: 1 })
  assert.equal(
    [found.orphans, found.changed, found.rejected].map(([one]) => [one.tagId, one.creativeId]),
    [
      ['acme:999:1', orphan],
      [tagId(1), creative(1).creativeId],
      [tagId(2), creative(2).creativeId],
    ],
  )
  assert.match(found.message, /1 unknown to Endcap, 1 changed at the DSP, 1 rejected/)
  const { message, repair } = await repaired(configId, 200)
  assert.match(message, /^Nothing was repaired\. Archive unknown creatives .* Undo changes .* Change what/)
  assert.equal([repair.orphans, repair.changed, repair.rejected], [1, 1, 1])
  assert.equal((await compared(configId)).counts, found.counts)
  assert.equal(activeIds(1), [creative(1).creativeId])
  for (const input of [
    { displayName: 'Other' },
    { dimensions: { widthPixels: 1, heightPixels: 1 } },
    { exitEvents: [{ type: 'EXIT_EVENT_TYPE_DEFAULT', url: 'https://other.example/' }] },
    { entityStatus: 'ENTITY_STATUS_PAUSED' },
  ]) {
    const { input: before } = creative(2)
    change(2, input)
    assert.is((await compared(configId)).counts.changed, 2, JSON.stringify(input))
    change(2, before)
  }
})

test('a campaign that is being exported is left out, and one that has ended misses nothing', async () => {
  const { campaign, configId, change } = await exported(6)
  change(1, archived)
  const held = await activeCampaign(service)
  sandbox.faults.ask('creative-refused', 1)
  await dsp.start(configId, held)
  await dsp.reaches(configId, held, 200)
  await service.must('POST', `${account}/retail-campaigns/${campaign}/end`)
  const { counts } = await compared(configId)
  assert.equal([counts.tags, counts.missing], [4, 1])
  await withoutCreates(async () => {
    await repaired(configId)
    const during = await compared(configId)
    assert.equal([during.running, during.counts], [[held], { tags: 2, creatives: 1, ...nothing }])
    const again = await repaired(configId, 200)
    assert.equal(again.repair.exportsRunning, [held])
    assert.match(again.message, /1 campaign being exported was left out/)
    await dsp.cancel(configId, held)
  })
  await dsp.reaches(configId, held, 300)
})

test('creatives of a deleted configuration belong to the next one of the advertiser', async () => {
  const { configId } = await exported(7)
  await service.must('DELETE', `${account}/dsp-configurations/${configId}`)
  const next = await configured(service, sandbox, 7, 'Next')
  assert.equal((await compared(next)).counts, { tags: 2, creatives: 2, ...nothing })
})

test('more twins than one repair archives are left to the next', async () => {
  const { configId, tagId, create, activeIds } = await exported(8)
  for (let i = 0; i < 60; i++) create(tagId(1))
  // with its waits the repair would be near the end of the 20 s that it has
  const { repair, message } = await withoutWaits(() => repaired(configId, 200))
  assert.equal([repair.twinsArchived, repair.twinsRemaining], [50, 10])
  assert.match(message, /Left to the next repair: 10 twins\./)
  assert.equal((await repaired(configId, 200)).repair.twinsArchived, 10)
  assert.is(activeIds(1).length, 1)
})

test('a configuration of another account, or none, is 422 without a word about it', async () => {
  await service.must('PUT', '/v2/accounts/rival', { name: 'Rival', orgId: 'org1' })
  const theirs = await configured(service, sandbox, 9, 'Theirs', '/v2/accounts/rival')
  const textOf = ({ status, text }: Answered) => `${status} ${text}`
  for (const method of ['GET', 'POST'] as const) {
    const [other, none] = [await service.call(method, pathOf(theirs)), await service.call(method, pathOf(999_999))]
    assert.is(other.status, 422)
    assert.is(textOf(other), textOf(none))
    assert.match(other.json.error, /no such DSP configuration/)
  }
})

test('nothing was exported to an advertiser: nothing is compared, and nothing repaired', async () => {
  const configId = await configured(service, sandbox, 9, 'Fresh')
  assert.equal((await compared(configId)).counts, { tags: 0, creatives: 0, ...nothing })
  assert.is((await repaired(configId, 200)).message, 'Nothing was repaired.')
})

test('what the DSP does not answer fails with its reason, and repairs nothing', async () => {
  const { configId, change } = await exported(9)
  change(1, archived)
  sandbox.grants.revoke()
  for (const method of ['GET', 'POST'] as const) {
    const { status, json } = await service.call(method, pathOf(configId))
    assert.is(status, 500)
    assert.match(json.error, /^needs-authorisation: /)
  }
  await authoriseAt(service, sandbox, 'acme')
  assert.is((await compared(configId)).counts.missing, 1)
})

test.run()
