import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Dsp } from '../../../src/ports/dsp.ts'
import { activeAt, exportingNodes, snapshotOf, tagIds } from '../../support/memory/dsp-exports.ts'
import { settles } from '../../support/memory/node.ts'
import { impatient, type StartedDsp, startDsp } from '../../support/servers/dsp.ts'

/**
 * Nodes that are killed at a step of an export. A node that is killed in the middle of a request never hears its answer, shows no
 * life, and appends nothing more: here its request never ends, and the lease passes.
 */
const many = { requests: 1_000_000, writes: 1_000_000 }
const test = suite<{ started: StartedDsp }>('nodes that are killed while they export to the DSP')
test.before.each(async given => {
  given.started = await startDsp({
    patience: { ...impatient, retries: 0 },
    quotas: { project: many, advertiser: many },
  })
})
test.after.each(({ started }) => started.stop())

const lease = 15_000
const units = 100
/** Each one is an export of its own. */
const points = process.env.TEST_WHOLE ? 50 : 10
const never = new Promise<never>(() => undefined)

/** A DSP at whose requests a node dies: at each of these, counted from 1, before or after the DSP has carried it out. */
const deadlyDsp = (dsp: Dsp, kills: ReadonlyMap<number, 'before' | 'after'>) => {
  let requests = 0
  let dead = 0
  const deadly =
    <A extends readonly unknown[], R>(request: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      const kill = kills.get(++requests)
      if (kill === 'before') dead++
      if (kill === 'before') return never
      const answer = await request(...args)
      if (kill === 'after') dead++
      return kill === 'after' ? never : answer
    }
  return {
    dead: () => dead,
    dsp: {
      ...dsp,
      createCreative: deadly(dsp.createCreative),
      updateCreative: deadly(dsp.updateCreative),
      archiveCreative: deadly(dsp.archiveCreative),
      findCreatives: deadly(dsp.findCreatives),
    },
  }
}

/** Exports, killing nodes; another node goes on each time. */
const exportedWith = async (started: StartedDsp, kills: ReadonlyMap<number, 'before' | 'after'>, cancelAt = 0) => {
  const deadly = deadlyDsp(started.dsp, kills)
  let created = 0
  const nodes = await exportingNodes(started, {
    ...deadly.dsp,
    createCreative: async (...args) => {
      if (++created === cancelAt) await nodes.cancel()
      return deadly.dsp.createCreative(...args)
    },
  })
  try {
    await nodes.start(snapshotOf(units))
    for (let node = 1; nodes.ended() === 0; node++) {
      nodes.work(`node ${node}`)
      while (nodes.ended() === 0 && deadly.dead() < node) {
        // only this node can take over: the others wait for their answers
        nodes.later(lease)
        await settles()
      }
    }
    assert.is(deadly.dead(), kills.size, 'every node was killed that should be')
    return await nodes.run()
  } finally {
    // the dead nodes would never stop
    void nodes.stop()
  }
}

const turns = ['before', 'after'] as const

test('fifty kills of one export of 100 tags, one after the other: exactly 100 creatives', async ({ started }) => {
  // every node begins with a search, and exports at least one tag
  const kills = new Map(Array.from({ length: 50 }, (_, i) => [3 + i * 3, turns[i % 2] ?? 'before']))
  const run = await exportedWith(started, kills)
  assert.equal([run?.status, run?.exported], ['finished', units])
  assert.equal(activeAt(started), tagIds(units))
  assert.is(started.sandbox.store.count(), units)
})

test(`${points} exports of 100 tags, each killed at another point: exactly 100 creatives each time`, async ({
  started,
}) => {
  for (let point = 1; point <= points; point++) {
    const run = await exportedWith(
      started,
      new Map([[Math.ceil((point * units) / points), turns[point % 2] ?? 'before']]),
    )
    assert.equal([run?.status, run?.exported], ['finished', units], `point ${point}`)
    assert.equal(activeAt(started), tagIds(units), `point ${point}`)
    assert.is(started.sandbox.store.count(), units, `point ${point}`)
    started.sandbox.store.clear()
  }
})

test('an export that is cancelled, with kills before, at and after it: no active creative is left', async ({
  started,
}) => {
  for (const kill of turns)
    for (let point = 8; point <= 23; point += 3) {
      const run = await exportedWith(started, new Map([[point, kill]]), 12)
      assert.is(run?.status, 'cancelled', `${kill} ${point}`)
      assert.equal(activeAt(started), [], `${kill} ${point}`)
      assert.ok(started.sandbox.store.count() <= 12, `${kill} ${point}: ${started.sandbox.store.count()} were created`)
      started.sandbox.store.clear()
    }
})

test.run()
