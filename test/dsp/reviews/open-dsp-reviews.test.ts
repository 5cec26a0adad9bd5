import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openDspReviews } from '../../../src/dsp/reviews/open-dsp-reviews.ts'
import { type Dsp, type DspCreative, type DspFailure, isDspFailure } from '../../../src/ports/dsp.ts'
import type { WantedReviews } from '../../../src/ports/dsp-reviews.ts'
import { twoHandedClock } from '../../support/memory/node.ts'

const at = { accountId: 'acme', dspPartnerId: 1001, dspAdvertiserId: 2001 }
const started = '2026-03-01T12:00:00.000Z'
const unavailable: DspFailure = { code: 'unavailable', detail: 'The DSP is not available.', transient: true }
const ended: DspFailure = { code: 'ended', detail: 'The request was ended.', transient: false }

/** A DSP on which a reading of the creatives takes this long. `since`: of each reading. */
const reviewing = (tookMs: number) => {
  const clock = twoHandedClock(Date.parse(started))
  const since: (string | undefined)[] = []
  let answer: DspFailure | undefined
  const creative = (tagId: string, review: DspCreative['review']): DspCreative => {
    return { tagId, review, creativeId: `c-${tagId}`, name: '', state: 'active', updatedAt: '' }
  }
  const listed = [creative('acme:1:1', 'approved'), creative('acme:1:2', 'pending'), creative('acme:2:1', 'rejected')]
  const findCreatives: Dsp['findCreatives'] = async (_, find) => {
    since.push(find.since)
    clock.pass(tookMs)
    return answer ?? listed.filter(({ tagId }) => find.isWanted(tagId))
  }
  const { decided } = openDspReviews({
    dsp: { findCreatives } as Dsp,
    dspAccess: { of: accountId => ({ accountId, token: async () => 'token' }) },
    clock,
  })
  return {
    clock,
    since,
    willAnswer: (failure: DspFailure | undefined) => {
      answer = failure
    },
    /** Asks about tags; the tags that are decided, or the code of a failure. */
    ask: async (tagIds: readonly string[], more: Partial<WantedReviews> = {}, of = at) => {
      const reviews = await decided(of, { tagIds: new Set(tagIds), since: '2026-02-28', ...more })
      return isDspFailure(reviews) ? reviews.code : reviews.map(({ tagId, review }) => `${tagId} ${review}`)
    },
  }
}

test('campaigns share a reading for ten times as long as it took', async () => {
  const { ask, since, clock } = reviewing(1_000)
  assert.equal(await ask(['acme:1:1', 'acme:1:2']), ['acme:1:1 approved'])
  clock.pass(9_999)
  assert.equal(await ask(['acme:2:1']), ['acme:2:1 rejected'])
  assert.is(since.length, 1)
  clock.pass(1)
  await ask(['acme:2:1'])
  assert.is(since.length, 2)
})

test('no reading counts for more than half an hour', async () => {
  const { ask, since, clock } = reviewing(3_600_000)
  await ask([])
  clock.pass(1_799_999)
  await ask([])
  assert.is(since.length, 1)
  clock.pass(1)
  await ask([])
  assert.is(since.length, 2)
})

test('a campaign that waits for longer has the list read from where it began, which the next reading keeps', async () => {
  const { ask, since, clock } = reviewing(1_000)
  await ask([], { since: '2026-02-28' })
  await ask([], { since: '2026-02-20' })
  await ask([], { since: '2026-02-28' })
  clock.pass(10_000)
  await ask([], { since: '2026-02-28' })
  clock.pass(10_000)
  await ask([], { since: '2026-02-28' })
  assert.equal(since, ['2026-02-28', '2026-02-20', '2026-02-20', '2026-02-28'])
})

test('what was decided before a creative got another tag does not count for that', async () => {
  const { ask, since } = reviewing(60_000)
  await ask(['acme:1:1'])
  await ask(['acme:1:1'], { changedAt: '2026-03-01T11:55:00.000Z' })
  assert.is(since.length, 1)
  await ask(['acme:1:1'], { changedAt: '2026-03-01T11:55:00.001Z' })
  assert.is(since.length, 2)
})

test('accounts, partners and advertisers have readings of their own', async () => {
  const { ask, since } = reviewing(1_000)
  await ask(['acme:1:1'])
  assert.equal(await ask(['acme:1:1'], {}, { ...at, accountId: 'bloom' }), [])
  await ask([], {}, { ...at, dspPartnerId: 1002 })
  await ask([], {}, { ...at, dspAdvertiserId: 2002 })
  assert.is(since.length, 4)
})

test('a failure is shared too, but not that of a node that stops', async () => {
  const { ask, since, willAnswer } = reviewing(1_000)
  willAnswer(ended)
  assert.is(await ask([]), 'ended')
  willAnswer(unavailable)
  assert.is(await ask([]), 'unavailable')
  willAnswer(undefined)
  assert.is(await ask([]), 'unavailable')
  assert.is(since.length, 2)
})

test('after an outage that kept the DSP from answering for minutes it is asked again within a minute', async () => {
  const { ask, since, willAnswer, clock } = reviewing(180_000)
  willAnswer(unavailable)
  await ask(['acme:1:1'])
  willAnswer(undefined)
  clock.pass(59_999)
  assert.is(await ask(['acme:1:1']), 'unavailable')
  clock.pass(1)
  assert.equal(await ask(['acme:1:1']), ['acme:1:1 approved'])
  assert.is(since.length, 2)
})

test.run()
