import * as E from 'fp-ts/lib/Either.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { inTime } from '../../src/feeds/in-time.ts'
import { inTime as waited } from '../support/waiting/in-time.ts'

/** A step that ends only with its signal. */
const endless = (signal: AbortSignal) => () =>
  new Promise<E.Either<never, never>>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
const refusal = (outcome: E.Either<{ readonly code: string; readonly extra?: unknown }, unknown>) =>
  E.isLeft(outcome) ? { code: outcome.left.code, extra: outcome.left.extra } : assert.unreachable()

test('a feed that takes too long is refused as one, and a caller who left gets nothing that repeats would get', async () => {
  const late = await waited('the deadline', inTime(20, new AbortController().signal, endless)())
  assert.equal(refusal(late), { code: 'feed-unreadable', extra: { reason: 'timeout' } })
  const left = await waited('the caller', inTime(600_000, AbortSignal.abort(), endlessOnce)())
  assert.equal(refusal(left), { code: 'busy', extra: undefined })
})

/** As above, for a signal that has aborted already. */
const endlessOnce = (signal: AbortSignal) => async () => {
  signal.throwIfAborted()
  return E.right(undefined)
}

test('what ends in time, or fails by itself, stays as it is', async () => {
  const { signal } = new AbortController()
  assert.equal(await inTime(600_000, signal, () => async () => E.right(7))(), E.right(7))
  const failing = inTime(600_000, signal, () => () => Promise.reject(new Error('the disk is full')))
  assert.match(String(await failing().catch(String)), /the disk is full/)
})

test.run()
