import * as E from 'fp-ts/lib/Either.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { countRecipient, returnRecipients, takeRecipients, withRecipients } from '../../src/approval/mail-limit.ts'
import { type Rejection, rejection } from '../../src/domain/shared/decider.ts'
import type * as TE from '../../src/engine/task-either.ts'
import { twoHandedClock } from '../support/memory/node.ts'
import { memoryReadModels } from '../support/memory/read-models.ts'

const hour = 3_600_000

/** An account's recipients on a node with this limit; a quarter of an hour is left. */
const account = (mailLimit: number | 'off' = 200) => {
  const clock = twoHandedClock(Date.parse('2026-03-01T12:45:00.000Z'))
  const ports = { readModels: memoryReadModels(), clock, config: { publicUrl: '', mailLimit } }
  return {
    clock,
    take: (recipients: number, accountId = 'acme') => takeRecipients(ports, accountId, recipients)(),
    give: (recipients: number) => returnRecipients(ports, 'acme', recipients),
    count: () => countRecipient(ports, 'acme'),
    within: (recipients: number, work: TE.TaskEither<Rejection, number>) =>
      withRecipients(ports, { accountId: 'acme', recipients }, work, used => used)(),
  }
}
const refused = async (taken: ReturnType<ReturnType<typeof account>['take']>) => {
  const result = await taken
  if (E.isLeft(result)) return result.left
  throw new Error('it was allowed')
}
const allowed = async (taken: ReturnType<ReturnType<typeof account>['take']>) => assert.ok(E.isRight(await taken))

test('an account may write to so many recipients in an hour', async () => {
  const { take } = account()
  await allowed(take(100))
  await allowed(take(100))
  const { code, detail, retryAfter } = await refused(take(1))
  assert.equal([code, retryAfter], ['too-many-recipients', 900])
  assert.is(
    detail,
    'The account may write to 200 recipients in an hour; 200 are used, and this request needs 1. Retry in 900 s.',
  )
})

test('a refused request takes nothing', async () => {
  const { take } = account()
  await allowed(take(150))
  await refused(take(51))
  await allowed(take(50))
})

test('the next hour begins at zero, as Retry-After says', async () => {
  const { take, clock } = account()
  await allowed(take(200))
  const { retryAfter = 0 } = await refused(take(1))
  clock.pass(retryAfter * 1000 - 1)
  await refused(take(1))
  clock.pass(1)
  await allowed(take(200))
  clock.pass(hour)
  await allowed(take(200))
})

test('each account has its own limit', async () => {
  const { take } = account()
  await allowed(take(200))
  await allowed(take(200, 'other'))
})

test('returned recipients can be used, and mails beyond the limit count', async () => {
  const { take, give, count } = account()
  await allowed(take(200))
  await give(10)
  await count()
  await refused(take(10))
  await allowed(take(9))
})

test('work that fails writes to nobody, so that repeats during an outage use up nothing', async () => {
  const { take, within } = account()
  const away = rejection('store-unavailable', 'the disk is full')
  for (let n = 0; n < 5; n++) assert.equal(await within(150, async () => E.left(away)), E.left(away))
  const thrown = await within(150, () => Promise.reject(new Error('lost'))).catch(error => error.message)
  assert.is(thrown, 'lost')
  // fewer than it might have been
  assert.equal(await within(200, async () => E.right(120)), E.right(120))
  await refused(take(81))
  await allowed(take(80))
})

test('without a limit everything is allowed', async () => {
  const { take, count } = account('off')
  await count()
  for (let n = 0; n < 5; n++) await allowed(take(100))
})

test.run()
