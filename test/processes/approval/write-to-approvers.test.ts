import { mock } from 'node:test'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Ports } from '../../../src/ports/ports.ts'
import type { MailStep } from '../../../src/processes/approval/mailing.ts'
import { writeToApprovers } from '../../../src/processes/approval/write-to-approvers.ts'
import { settles } from '../../support/memory/node.ts'

const test = suite('turns of approval mails')
test.before.each(() => mock.timers.enable({ apis: ['setTimeout'] }))
test.after.each(() => mock.timers.reset())

/** Attempts that never end, as those of a mail server that confirms nothing; `begun` has the accounts of those that have a place. */
const endless = () => {
  const ports = {} as Ports
  const begun: string[] = []
  const { signal } = new AbortController()
  const begin = (accountId: string) => {
    const load = () => {
      begun.push(accountId)
      return new Promise<never>(() => undefined)
    }
    const step = { ports, signal, item: { accountId, retailCampaignIdx: 1 }, work: { load } } as unknown as MailStep
    void writeToApprovers(1, ['ann'], step)
  }
  return { begun, begin }
}

test('mails that take longer than 30 s keep those of no other account waiting', async () => {
  const { begun, begin } = endless()
  for (const accountId of ['a', 'a', 'b', 'b', 'c']) begin(accountId)
  await settles()
  assert.equal(begun, ['a', 'a', 'b', 'b'])
  mock.timers.tick(29_999)
  await settles()
  assert.is(begun.length, 4)
  mock.timers.tick(1)
  await settles()
  assert.equal(begun, ['a', 'a', 'b', 'b', 'c'])
})

test('the pictures of twelve attempts are held at a time, however long these take', async () => {
  const { begun, begin } = endless()
  for (let i = 0; i < 10; i++) for (const _ of [1, 2]) begin(`account ${i}`)
  for (let i = 0; i < 5; i++) {
    mock.timers.tick(30_000)
    await settles()
  }
  assert.is(begun.length, 12)
})

test.run()
