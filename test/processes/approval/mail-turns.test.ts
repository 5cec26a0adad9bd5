import { mock } from 'node:test'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type MailTurn, mailTurns } from '../../../src/processes/approval/mail-turns.ts'
import { settles } from '../../support/memory/node.ts'

const test = suite('turns of approval mails')
test.before.each(() => mock.timers.enable({ apis: ['setTimeout'] }))
test.after.each(() => mock.timers.reset())

const pictures = 5 * 1024 * 1024
/** Passes so many halves of a minute. */
const pass = async (halves: number) => {
  for (let i = 0; i < halves; i++) {
    await settles()
    mock.timers.tick(30_000)
    await settles()
  }
}

/** The turns of a node; `begun` has the accounts whose attempts have had a place. */
const node = () => {
  const turns = mailTurns({})
  const { signal } = new AbortController()
  const begun: string[] = []
  const attempt = (accountId: string, work: (turn: MailTurn) => Promise<void>) =>
    turns(accountId, signal, turn => {
      begun.push(accountId)
      return work(turn)
    })
  /** An attempt with a mail that its server does not take. */
  const stuck = (accountId: string, bytes: number) =>
    void attempt(accountId, turn => {
      turn.holds(bytes)
      return new Promise<never>(() => undefined)
    })
  return { begun, attempt, stuck, ask: (accountId: string) => void attempt(accountId, async () => undefined) }
}
const names = (of: number) => Array.from({ length: of }, (_, i) => `account ${i}`)

test('slow mails of any number of accounts keep those of no other account waiting', async () => {
  const { begun, stuck, ask } = node()
  for (const accountId of names(20)) for (const _ of [1, 2]) stuck(accountId, 1024)
  await pass(10)
  assert.is(begun.length, 40)
  ask('prompt')
  await settles()
  assert.is(begun.at(-1), 'prompt')
})

test('slow mails with large pictures keep their places, so that memory is bounded', async () => {
  const { begun, stuck } = node()
  for (const accountId of names(20)) for (const _ of [1, 2]) stuck(accountId, pictures)
  await pass(20)
  // 64 MiB, and then a place for each
  assert.is(begun.length, 12 + 12)
})

test('an attempt that has ended holds no pictures', async () => {
  const { begun, attempt, stuck } = node()
  for (const accountId of names(20)) await attempt(accountId, async turn => turn.holds(pictures))
  for (const accountId of names(20)) stuck(accountId, 1024)
  await pass(10)
  assert.is(begun.length, 40)
})

test('accounts whose last mail was slow wait for each other, and for nobody else, until one is prompt', async () => {
  const { begun, attempt, stuck, ask } = node()
  for (const accountId of names(20)) await attempt(accountId, async turn => void turn.wasPrompt(30_000))
  for (const accountId of names(20)) stuck(accountId, pictures)
  ask('prompt')
  await settles()
  assert.equal(begun.slice(20), [...names(8), 'prompt'])
})

test('an account whose mails are prompt again waits for no slow one', async () => {
  const { begun, attempt, stuck, ask } = node()
  for (const ms of [30_000, 29_999]) await attempt('again', async turn => void turn.wasPrompt(ms))
  for (const accountId of names(20)) await attempt(accountId, async turn => void turn.wasPrompt(30_000))
  for (const accountId of names(20)) stuck(accountId, pictures)
  ask('again')
  await settles()
  assert.is(begun.at(-1), 'again')
})

test.run()
