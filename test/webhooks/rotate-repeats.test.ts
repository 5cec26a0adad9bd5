import { randomUUID } from 'node:crypto'
import * as E from 'fp-ts/lib/Either.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createWebhook } from '../../commands/webhooks/create-webhook.ts'
import { rotateWebhookKey } from '../../commands/webhooks/rotate-webhook-key.ts'
import { webhooks } from '../../src/domain/webhooks/webhooks.ts'
import type { Ports } from '../../src/ports/ports.ts'
import { memoryNodes } from '../support/memory/node.ts'
import { nodeOn, outcomeOf, runOf } from '../support/waiting/tally.ts'

const created = {
  webhookId: 3,
  host: 'hooks.example.com',
  types: [],
  secretId: 'secret:1',
  after: '0',
  at: '2026-03-01T12:00:00.000Z',
}

/** Secrets in memory, and a webhook of account acme whose key is rotated by a command, or by a repeat of it. */
const rotating = async () => {
  const { log, ports, does } = memoryNodes()
  await does(webhooks, 'acme', { kind: 'Create', ...created })
  const kept = new Map([[created.secretId, JSON.stringify({ url: 'https://shop.example.com/hook', key: 'old' })]])
  const secrets = {
    load: async (id: string) => kept.get(id),
    store: async (text: string, _context: string, id: string) => {
      kept.set(id, text)
      return id
    },
    forget: async (id: string) => void kept.delete(id),
  }
  const caller = { id: 'k', permissions: '*', accounts: '*', organisations: '*' }
  /** `drawn`: what every byte that the command draws is. */
  const rotates = (commandId: string, drawn: number, isRepeat = false, webhookId = created.webhookId) => {
    const params = { accountId: 'acme', webhookId }
    const input = { params, body: {}, caller, randomBytes: (count: number) => Buffer.alloc(count, drawn) }
    const work = nodeOn(log).work({ commandId, repeats: runOf(isRepeat) })
    const own = { ...ports, secrets } as unknown as Ports
    return outcomeOf(rotateWebhookKey.run(input as never, work, own), work, own.secrets)
  }
  /** Creates webhook 4. */
  const creates = (commandId: string, isRepeat = false) => {
    const drawn = { newIds: { webhookId: 4 }, randomBytes: (count: number) => Buffer.alloc(count, 4) }
    const input = { params: { accountId: 'acme' }, body: { url: 'https://shop.example.com/other' }, caller, ...drawn }
    const work = nodeOn(log).work({ commandId, repeats: runOf(isRepeat) })
    const own = { ...ports, secrets } as unknown as Ports
    return outcomeOf(createWebhook.run(input as never, work, own), work, own.secrets)
  }
  const keyOf = (done: Awaited<ReturnType<typeof rotates | typeof creates>>) =>
    E.isRight(done)
      ? (done.right as { readonly body: { readonly key: string | null } }).body.key
      : assert.unreachable(done.left.detail)
  return { kept, creates, rotates, keyOf }
}

test('a repeat of a rotation whose node ended after its append destroys the key that it replaced', async () => {
  const { kept, rotates } = await rotating()
  const commandId = randomUUID()
  assert.ok(E.isRight(await rotates(commandId, 0)))
  assert.is(kept.size, 1)
  kept.set(created.secretId, 'the node ended before it could')
  assert.ok(E.isRight(await rotates(commandId, 0, true)))
  assert.not(kept.has(created.secretId))
  assert.is(kept.size, 1)
})

test('a repeat of a rotation shows its key, and none once another rotation replaced it', async () => {
  const { rotates, keyOf } = await rotating()
  const [first, second] = [randomUUID(), randomUUID()]
  const key = keyOf(await rotates(first, 0))
  assert.type(key, 'string')
  assert.is(keyOf(await rotates(first, 0, true)), key)
  assert.is.not(keyOf(await rotates(second, 1)), key)
  assert.is(keyOf(await rotates(first, 0, true)), null)
})

test('a repeat of a creation shows no key once a rotation replaced it', async () => {
  const { creates, rotates, keyOf } = await rotating()
  const commandId = randomUUID()
  const key = keyOf(await creates(commandId))
  assert.type(key, 'string')
  assert.is(keyOf(await creates(commandId, true)), key)
  await rotates(randomUUID(), 1, false, 4)
  assert.is(keyOf(await creates(commandId, true)), null)
})

test.run()
