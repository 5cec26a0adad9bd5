import { mock } from 'node:test'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { webhooks } from '../../../src/domain/webhooks/webhooks.ts'
import { leasesIn } from '../../../src/engine/leases.ts'
import { openExecutor } from '../../../src/engine/write/execute.ts'
import type { Ports } from '../../../src/ports/ports.ts'
import { WrittenByNewer } from '../../../src/ports/store-away.ts'
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

const start = ({ log, clock, ports }: MemoryNodes) =>
  startWebhooks(ports, openExecutor(log, clock), { worker: 'one', leaseMs: 15_000 })
const holders = async ({ readModels }: MemoryNodes) =>
  [...(await readModels.leases.find('webhooks:')).values()].map(({ holder }) => holder)
const nextLook = async () => {
  mock.timers.tick(250)
  await settles()
}

test('a node that stops gives back the lease that its last look took', async ({ nodes }) => {
  const sending = start(nodes)
  await nextLook()
  assert.equal(await holders(nodes), ['one'])
  await sending.stop()
  assert.equal(await holders(nodes), [])
})

test('a node that stops during a look takes no lease any more', async ({ nodes }) => {
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
  assert.equal(await holders(nodes), [])
})

test('a look that fails is repeated at once, and what was taken before it is given back', async ({ nodes }) => {
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
  assert.equal(await holders(nodes), ['one'])
  isAway = true
  await nextLook()
  await sending.stop()
  assert.equal(await holders(nodes), [])
})

test('webhooks stay with the node that sends to them for as long as it shows life', async ({ nodes }) => {
  const { clock, readModels } = nodes
  const other = leasesIn(readModels.leases, { clock, holder: 'two', leaseMs: 15_000 })
  const all = Array.from({ length: 8 }, (_, share) => `webhooks:${share}`)
  const taken = await Promise.all(all.map(other.take))
  const sending = start(nodes)
  const later = async (renewed: boolean) => {
    clock.pass(15_000)
    if (renewed) for (const lease of taken) await other.renew(lease!)
    await nextLook()
    return (await holders(nodes)).includes('one')
  }
  await nextLook()
  assert.is(await later(true), false)
  assert.is(await later(true), false)
  assert.is(await later(false), true)
  await sending.stop()
})

test('webhooks that only a newer release can read stop no others, and go to a node of that release', async ({
  nodes,
}) => {
  const { log, clock, ports, readModels } = nodes
  const others = Array.from({ length: 24 }, (_, i) => `other${i}`)
  const created = { webhookId: 4, host: 'hooks.example.com', types: [], secretId: 'secret:1', after: '0', at: 'now' }
  for (const other of others) await nodes.does(webhooks, other, { kind: 'Create', ...created })
  const sentFor = { older: new Set<string>(), newer: new Set<string>() }
  const onNode = (worker: 'older' | 'newer') => {
    const newWork = openExecutor(log, clock)
    const isRead = (id: string) => worker === 'newer' || id !== 'acme'
    return startWebhooks(
      ports,
      context => {
        const work = newWork(context)
        const load: typeof work.load = async (aggregate, id) => {
          if (isRead(id)) sentFor[worker].add(id)
          else
            throw new WrittenByNewer({
              stream: 'webhooks-acme',
              revision: 1,
              type: 'Renamed',
              metadata: { schemaVersion: 1 },
            })
          return work.load(aggregate, id)
        }
        return { ...work, load }
      },
      { worker, leaseMs: 15_000 },
    )
  }
  const held = async () => Map.groupBy(await readModels.leases.find('webhooks:'), ([, { holder }]) => holder)
  const later = async (ms: number) => {
    clock.pass(ms)
    await nextLook()
  }
  const older = onNode('older')
  await later(250)
  await later(250)
  assert.is((await held()).get('older')?.length, 7, 'its share is free for a newer node')
  await later(5_000)
  assert.is((await held()).get('older')?.length, 8, 'nobody took it')
  assert.equal([...sentFor.older].sort(), others.toSorted())
  await later(300_000)
  const newer = onNode('newer')
  await later(250)
  await later(250)
  assert.is((await held()).get('newer')?.length, 1)
  assert.ok(sentFor.newer.has('acme'))
  await Promise.all([older.stop(), newer.stop()])
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
