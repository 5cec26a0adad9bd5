import * as E from 'fp-ts/lib/Either.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { rejection } from '../../../src/domain/shared/decider.ts'
import { untilFresh } from '../../../src/engine/write/until-fresh.ts'

/** The outcome of a change that is refused with this code a number of times, and how often it was tried. */
const after = async (code: 'stale' | 'not-found', times: number) => {
  let tried = 0
  const outcome = await untilFresh(async () => (tried++ < times ? E.left(rejection(code, 'no')) : E.right('done')))()
  return [E.isLeft(outcome) ? outcome.left.code : outcome.right, tried]
}

test('a change that others overtake is tried again, ten times in all; then it is busy', async () => {
  assert.equal(await after('stale', 9), ['done', 10])
  assert.equal(await after('stale', 10), ['busy', 10])
})

test('any other refusal is the answer', async () => assert.equal(await after('not-found', 1), ['not-found', 1]))

test.run()
