import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { followChain } from '../../../src/engine/read/follow-chain.ts'
import { linked, noLink } from '../../../src/engine/write/chaining.ts'
import type { ChainGap, ChainLink, KeptChain } from '../../../src/ports/chain.ts'
import { written } from '../../adapters/event-log.contract.ts'
import { type MemoryLog, memoryLog } from '../../support/memory/log.ts'
import { until } from '../../support/waiting/until.ts'

const test = suite('a hash chain that is kept apart from the log')

const memoryChain = (failures = 0): KeptChain & { readonly kept: readonly ChainLink[] } => {
  const kept: ChainLink[] = []
  const lacked: ChainGap[] = []
  let left = failures
  return {
    kept,
    last: async () => kept.at(-1) ?? noLink,
    async *links(after) {
      yield* kept.filter(({ position }) => position > after)
    },
    async keep(link) {
      if (left-- > 0) throw new Error('away')
      kept.push(link)
    },
    gaps: async () => lacked,
    async look(until) {
      const { position: after, events } = kept.at(-1) ?? noLink
      lacked.push({ after, events, until, had: 0, at: '2026-03-01T10:00:00.000Z' })
    },
  }
}
const following = (log: MemoryLog, chain: KeptChain) =>
  followChain(log, chain, error => assert.unreachable(String(error)), 1)
const filled = async (events: number) => {
  const log = memoryLog()
  for (let i = 0; i < events; i++) await log.append('note-1', [written(i)], i - 1)
  return log
}

test('continues after the latest link, and keeps what it has when it stops', async () => {
  const log = await filled(5)
  const chain = memoryChain()
  const first = following(log, chain)
  await until(chain.last, ({ events }) => events === 5)
  await first.stop()
  await log.append('note-1', [written(5)], 4)
  const second = following(log, chain)
  await until(chain.last, ({ events }) => events === 6)
  await second.stop()
  assert.equal(chain.kept.at(-1), log.events.reduce(linked, noLink))
})

test('a link that is being kept when it stops is not kept twice', async () => {
  const log = await filled(3)
  const chain = memoryChain()
  const [reached, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow: KeptChain = {
    ...chain,
    async keep(link) {
      reached.resolve()
      await answer.promise
      await chain.keep(link)
    },
  }
  const node = following(log, slow)
  await reached.promise
  const stopped = node.stop()
  setImmediate(answer.resolve)
  await stopped
  assert.equal(
    chain.kept.map(({ events }) => events),
    [3],
  )
})

test('what it lacks is looked for before it is continued', async () => {
  const log = await filled(5)
  const chain = memoryChain()
  await chain.keep(log.events.slice(0, 2).reduce(linked, noLink))
  const node = following(log, chain)
  await until(chain.last, ({ events }) => events === 5)
  await node.stop()
  assert.equal(
    (await chain.gaps()).map(({ events, until }) => [events, until]),
    [[2, 5n]],
  )
})

test('nodes that compute it from different links have the same heads', async () => {
  const log = await filled(7)
  const heads = await Promise.all(
    [0, 3].map(async from => {
      const chain = memoryChain()
      await chain.keep(log.events.slice(0, from).reduce(linked, noLink))
      const node = following(log, chain)
      await until(chain.last, ({ events }) => events === 7)
      await node.stop()
      return (await chain.last()).head
    }),
  )
  assert.is(heads[0], heads[1])
})

test('goes on when the store was away', async () => {
  const log = await filled(3)
  const chain = memoryChain(1)
  const errors: unknown[] = []
  const node = followChain(log, chain, error => errors.push(error), 1)
  await until(chain.last, ({ events }) => events === 3)
  await node.stop()
  assert.is(errors.length, 1)
})

test.run()
