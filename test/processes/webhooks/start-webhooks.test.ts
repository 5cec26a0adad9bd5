import { mock } from 'node:test'
import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { webhooks } from '../../../src/domain/webhooks/webhooks.ts'
import { openExecutor } from '../../../src/engine/write/execute.ts'
import { nodeKey } from '../../../src/jobs/nodes.ts'
import type { Ports } from '../../../src/ports/ports.ts'
import { startWebhooks } from '../../../src/processes/webhooks/start-webhooks.ts'
import { type MemoryNodes, memoryNodes, settles } from '../../support/memory/node.ts'

type Context = { nodes: MemoryNodes }
const test = suite<Context>('the webhooks that a node sends to')
test.before.each(async context => {
  mock.timers.enable({ apis: ['setInterval'] })
  context.nodes = memoryNodes({ secrets: { load: async () => undefined } as unknown as Ports['secrets'] })
  const created = { webhookId: 3, host: 'hooks.example.com', types: [], secretId: 'secret:1', after: '0', at: 'now' }
  await context.nodes.does(webhooks, 'acme', { kind: 'Create', ...created })
})
test.after.each(() => mock.timers.reset())

const start = ({ log, clock, ports }: MemoryNodes) => startWebhooks(ports, openExecutor(log, clock), { worker: 'one' })
const nextLook = async () => {
  mock.timers.tick(250)
  await settles()
}

test('a node that stops gives back what its last look claimed', async ({ nodes }) => {
  const sending = start(nodes)
  await nextLook()
  assert.is(nodes.types().at(-1), 'WebhooksClaimed')
  await sending.stop()
  assert.is(nodes.types().at(-1), 'WebhooksReleased')
})

test('a node that stops during a look claims nothing any more', async ({ nodes }) => {
  const { readModels } = nodes
  const { find } = readModels
  const isAsked = Promise.withResolvers<void>()
  Object.assign(readModels, {
    find: async (...asked: Parameters<typeof find>) => {
      await isAsked.promise
      return find(...asked)
    },
  })
  const sending = start(nodes)
  await nextLook()
  const stopped = sending.stop()
  isAsked.resolve()
  await stopped
  assert.equal(nodes.types(), ['WebhookCreated'])
})

test('a look that fails is repeated at once, and what was claimed before it is given back', async ({ nodes }) => {
  const { readModels, log } = nodes
  const { find } = readModels
  let isAway = true
  Object.assign(readModels, {
    mark: () => String(log.events.length),
    find: async (...asked: Parameters<typeof find>) => {
      if (isAway) throw new Error('away')
      return find(...asked)
    },
  })
  const sending = start(nodes)
  await nextLook()
  isAway = false
  await nextLook()
  assert.is(nodes.types().at(-1), 'WebhooksClaimed')
  isAway = true
  await nextLook()
  await sending.stop()
  assert.is(nodes.types().at(-1), 'WebhooksReleased')
})

test('webhooks stay with the node that sends to them for as long as it is alive', async ({ nodes }) => {
  const { volatile } = nodes.readModels
  await nodes.does(webhooks, 'acme', { kind: 'Claim', worker: 'two', from: undefined, at: 'now' })
  const key = nodeKey('two')
  await volatile.set(key, JSON.stringify({ worker: 'two', startedAt: 'now' }), 60)
  const sending = start(nodes)
  await nextLook()
  assert.equal(nodes.types(), ['WebhookCreated', 'WebhooksClaimed'])
  await volatile.set(key, '', 60)
  await nextLook()
  assert.equal(nodes.types(), ['WebhookCreated', 'WebhooksClaimed', 'WebhooksClaimed'])
  await sending.stop()
})

test('webhooks that only a newer release can read keep those of other accounts from nothing', async ({ nodes }) => {
  const created = { webhookId: 3, host: 'hooks.example.com', types: [], secretId: 'secret:1', after: '0', at: 'now' }
  await nodes.does(webhooks, 'zenith', { kind: 'Create', ...created })
  const stream = `${webhooks.category}-acme`
  const { revision } = await nodes.log.streamHead(stream)
  const by = { actor: 'admin', operation: 'newer', correlationId: 'c', causationId: 'c', schemaVersion: 9 }
  const newer = { id: 'newer', type: 'WebhookChanged', data: {}, metadata: { at: 'now', ...by } }
  assert.ok(E.isRight(await nodes.log.append(stream, [newer], revision)))
  const sending = start(nodes)
  await nextLook()
  const claimed = nodes.log.events.filter(({ type }) => type === 'WebhooksClaimed').map(event => event.stream)
  await sending.stop()
  assert.equal(claimed, [`${webhooks.category}-zenith`])
})

test('looks at very many webhooks take a tenth of the time', async ({ nodes }) => {
  const { readModels, clock } = nodes
  const { find } = readModels
  let looks = 0
  Object.assign(readModels, {
    mark: () => String(looks),
    find: async (...asked: Parameters<typeof find>) => {
      looks++
      clock.pass(100)
      return find(...asked)
    },
  })
  const sending = start(nodes)
  await nextLook()
  assert.is(looks, 1)
  for (let looked = 1; looked <= 2; looked++) {
    clock.pass(899)
    await nextLook()
    assert.is(looks, looked, 'rests')
    clock.pass(1)
    await nextLook()
    assert.is(looks, looked + 1)
  }
  await sending.stop()
})

test.run()
