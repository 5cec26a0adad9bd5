import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { webhooks } from '../../../src/domain/webhooks/webhooks.ts'
import type { FeedItem } from '../../../src/ports/event-feed.ts'
import type { Ports } from '../../../src/ports/ports.ts'
import { deliver } from '../../../src/processes/webhooks/deliver.ts'
import { keyOf } from '../../../src/webhooks/signed-message.ts'
import { comesTrue, memoryNodes, settles } from '../../support/memory/node.ts'
import { answering } from '../../support/webhooks/answering.ts'

const test = suite('the course of a webhook')
const key = keyOf(new Uint8Array(32).fill(7))
const at = '2026-05-01T10:00:00.000Z'

const eventAt = (position: number): FeedItem => {
  const event = { id: `e${position}`, type: 'AccountConfigured', position: String(position), stream: 'account-acme' }
  return { position: BigInt(position), json: JSON.stringify({ ...event, data: {}, metadata: { at } }) }
}

/** A feed of these events, which then waits until its reader leaves. */
const feedOf = (items: readonly FeedItem[]): Ports['eventFeed'] => ({
  open: () => {
    const left = [...items]
    const closed = Promise.withResolvers<undefined>()
    return { next: async () => left.shift() ?? closed.promise, close: () => closed.resolve(undefined) }
  },
})

/**
 * Webhooks of an account that a node has claimed, with their courses; each gets the events 11 and 12. `added`: they had another type alone
 * until this head of the log.
 */
const coursesOf = async (
  accountId: string,
  webhookIds: readonly number[],
  added?: { readonly had: string; readonly head: string },
) => {
  const { fetcher, pending } = answering()
  const nodes = memoryNodes({
    fetcher,
    eventFeed: feedOf([eventAt(11), eventAt(12)]),
    secrets: {
      load: async (id: string) => JSON.stringify({ url: `http://${id}/`, key }),
    } as unknown as Ports['secrets'],
  })
  for (const webhookId of webhookIds) {
    const secretId = `hook-${webhookId}`
    const created = { webhookId, host: 'hooks.example.com', types: added ? [added.had] : [], secretId, after: '10', at }
    await nodes.does(webhooks, accountId, { kind: 'Create', ...created })
    if (added === undefined) continue
    const change = { webhookId, types: [added.had, 'AccountConfigured'], head: added.head, at }
    await nodes.does(webhooks, accountId, { kind: 'Change', from: secretId, ...change })
  }
  const { state } = await nodes.work().load(webhooks, accountId)
  return {
    nodes,
    pending,
    state: async () => (await nodes.work().load(webhooks, accountId)).state.webhooks,
    begin(webhookId: number) {
      const ending = new AbortController()
      const webhook = state.webhooks.find(one => one.webhookId === webhookId)!
      const course = { accountId, webhook, ports: nodes.ports, work: nodes.work, signal: ending.signal }
      return { ending, done: deliver(course) }
    },
  }
}

test('what was taken is recorded, when the course ends while the next event waits for its turn', async () => {
  const { begin, pending, state } = await coursesOf('acme', [1, 2, 3, 4, 5])
  const first = begin(1)
  await comesTrue(() => pending.length === 1, 'the first event is on its way')
  const others = [2, 3, 4, 5].map(begin)
  await comesTrue(() => pending.length === 4, 'the account has its share of requests on their way')
  pending.find(({ url }) => url === 'http://hook-1/')?.answer(204)
  await comesTrue(() => pending.some(({ url }) => url === 'http://hook-5/'), 'the last webhook has its turn')
  first.ending.abort()
  await first.done
  assert.is((await state())[0]?.after, '11')
  for (const { ending } of others) ending.abort()
  await Promise.all(others.map(({ done }) => done))
})

test('a receiver that asks for a longer pause gets it', async () => {
  const { begin, nodes, pending, state } = await coursesOf('calm', [1])
  const { ending, done } = begin(1)
  await comesTrue(() => pending.length === 1, 'the first event is on its way')
  pending[0]?.answer(429, { 'retry-after': '600' })
  await comesTrue(() => nodes.types().includes('WebhookDeliveryFailed'), 'the failure is recorded')
  const retryAt = new Date(nodes.clock.now().getTime() + 600_000).toISOString()
  assert.is((await state())[0]?.failing?.retryAt, retryAt)
  ending.abort()
  await done
})

test('of types that were added, what happened before is not sent', async () => {
  const { begin, pending } = await coursesOf('added', [1], { had: 'ApprovalDecided', head: '11' })
  const { ending, done } = begin(1)
  await comesTrue(() => pending.length === 1, 'an event is on its way')
  assert.match(pending[0]?.body ?? '', /"id":"e12"/)
  ending.abort()
  await done
})

test('a failure is recorded behind what was taken before it, and the node that goes on waits as long', async () => {
  const { begin, nodes, pending, state } = await coursesOf('order', [1])
  const first = begin(1)
  for (const status of [204, 500]) {
    await comesTrue(() => pending.length === 1, `the event that is answered ${status} is on its way`)
    pending[0]?.answer(status)
  }
  await comesTrue(() => nodes.types().includes('WebhookDeliveryFailed'), 'the failure is recorded')
  first.ending.abort()
  await first.done
  const [webhook] = await state()
  assert.equal([webhook?.after, webhook?.failing?.position, webhook?.failing?.failures], ['11', '12', 1])
  const next = begin(1)
  await settles()
  assert.is(pending.length, 0)
  nodes.clock.pass(5_000)
  await comesTrue(() => pending.length === 1, 'the event is sent again')
  next.ending.abort()
  await next.done
})

test.run()
