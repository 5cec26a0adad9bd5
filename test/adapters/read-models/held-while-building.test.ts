import { setImmediate } from 'node:timers/promises'
import * as t from 'io-ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Rebuild } from '../../../src/adapters/read-models/mongodb/rebuild.ts'
import { rebuildView } from '../../../src/adapters/read-models/mongodb/rebuild-views.ts'
import { projection } from '../../../src/engine/read/projection.ts'
import type { EventLog } from '../../../src/ports/event-log.ts'
import { memoryLog } from '../../support/memory/log.ts'
import { appended, written } from '../event-log.contract.ts'

const test = suite('what is held in memory while views are built')

/** Events of one stream; each makes a document of its own. */
const logOf = async (events: number): Promise<EventLog> => {
  const log = memoryLog()
  const perAppend = 500
  for (let n = 0; n < events; n += perAppend)
    appended(
      await log.append(
        'note-a',
        Array.from({ length: perAppend }, () => written('text')),
        n - 1,
      ),
    )
  return log
}

/** Builds a view with a document of so many bytes an event, and watches how many documents are not written yet. */
const build = async (view: { readonly events: number; readonly bytes: number; readonly anew: boolean }) => {
  const seen = { folded: 0, written: 0, most: 0, reached: 0n }
  const text = 'x'.repeat(view.bytes)
  const pages = projection<string>({
    name: 'pages',
    version: 1,
    codec: t.string,
    indexes: [],
    categories: ['note'],
    anew: view.anew,
    idOf: ({ position }) => String(position),
    evolve: () => {
      seen.folded += 1
      seen.most = Math.max(seen.most, seen.folded - seen.written)
      return text
    },
  })
  const rebuild: Rebuild = {
    checkpoint: 0n,
    fresh: true,
    latest: async () => [],
    apply: async (changes, from, to) => {
      assert.is(from, seen.reached, 'one portion after the other')
      await setImmediate()
      seen.written += changes.length
      seen.reached = to
      return to
    },
    swap: async () => true,
    hold: async () => undefined,
    goOn: async () => undefined,
  }
  await rebuildView(await logOf(view.events), pages, rebuild)
  assert.is(seen.written, view.events)
  return seen.most
}
/** Events that are folded before anything is written. */
const page = 500

test('documents that are made anew are written in portions, of which two are held', async () => {
  const most = await build({ events: 10_000, bytes: 10, anew: true })
  assert.ok(most <= 2 * (2_000 + page), `${most} documents were held`)
})

test('large documents that are made anew are written in smaller portions', async () => {
  const bytes = 20_000
  const most = await build({ events: 4_000, bytes, anew: true })
  assert.ok(most * bytes <= 2 * (4 * 2 ** 20 + page * bytes), `${most} documents were held`)
})

test('documents that are folded further are bounded by their bytes, those that are new included', async () => {
  const bytes = 20_000
  const most = await build({ events: 5_000, bytes, anew: false })
  assert.ok(most * bytes <= 64 * 2 ** 20 + page * bytes, `${most} documents were held`)
})

test.run()
