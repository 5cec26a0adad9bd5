import { randomUUID } from 'node:crypto'
import * as E from 'fp-ts/lib/Either.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { rotateWebhookKey } from '../../commands/webhooks/rotate-webhook-key.ts'
import { webhooks } from '../../src/domain/webhooks/webhooks.ts'
import type { Ports } from '../../src/ports/ports.ts'
import { memoryNodes } from '../support/memory/node.ts'
import { nodeOn, runOf } from '../support/waiting/tally.ts'

const created = {
  webhookId: 3,
  host: 'hooks.example.com',
  types: [],
  secretId: 'secret:1',
  after: '0',
  at: '2026-03-01T12:00:00.000Z',
}

test('a repeat of a rotation whose node ended after its append destroys the key that it replaced', async () => {
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
  const commandId = randomUUID()
  const rotates = (isRepeat: boolean) => {
    const params = { accountId: 'acme', webhookId: created.webhookId }
    const input = { params, body: {}, randomBytes: (count: number) => Buffer.alloc(count) }
    const work = nodeOn(log).work({ commandId, repeats: runOf(isRepeat) })
    return rotateWebhookKey.run(input as never, work, { ...ports, secrets } as unknown as Ports)
  }
  assert.ok(E.isRight(await rotates(false)))
  assert.is(kept.size, 1)
  kept.set(created.secretId, 'the node ended before it could')
  assert.ok(E.isRight(await rotates(true)))
  assert.not(kept.has(created.secretId))
  assert.is(kept.size, 1)
})

test.run()
