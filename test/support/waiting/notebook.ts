import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { Aggregate } from '../../../src/domain/shared/decider.ts'
import type { EventLog } from '../../../src/ports/event-log.ts'
import type { SnapshotPlace, Snapshots } from '../../../src/ports/snapshots.ts'

type Written = { readonly type: 'Written'; readonly data: { readonly page: number; readonly text: string } }
export type Pages = ReadonlyMap<number, string>
/** Events after which a notebook gets a new snapshot. */
export const snapshotEvery = 50

/** A notebook: the smallest aggregate that has a state of any size, and snapshots of it, one part a page. Writing `fail` is refused. */
export const notebook: Aggregate<Written['data'], Pages, Written> = {
  category: 'notebook',
  subject: 'none',
  events: t.type({ type: t.literal('Written'), data: t.type({ page: t.number, text: t.string }) }),
  initialState: new Map(),
  decide: (data, pages) => E.right(pages.get(data.page) === data.text ? [] : [{ type: 'Written', data }]),
  evolve: (pages, { data }) => new Map(pages).set(data.page, data.text),
  snapshots: {
    parts: pages => pages,
    withPart: (pages, [page, text]: readonly [number, string]) => new Map(pages).set(page, text),
    every: () => snapshotEvery,
  },
}

/** A log that counts what is read of its streams. */
export const countedReads = (log: EventLog) => {
  const read: { readonly stream: string; readonly from: number; events: number }[] = []
  const counted: EventLog = {
    ...log,
    async *readStreamPages(stream, options) {
      const one = { stream, from: options?.from ?? 0, events: 0 }
      read.push(one)
      for await (const page of log.readStreamPages(stream, options)) {
        one.events += page.length
        yield page
      }
    },
  }
  return { log: counted, read, events: () => read.reduce((sum, { events }) => sum + events, 0) }
}

/** Snapshots in memory, as JSON like files. `fault`: every call fails with it. */
export const memorySnapshots = () => {
  const kept = new Map<string, { readonly place: SnapshotPlace; readonly parts: readonly string[] }>()
  const steered: { fault?: Error; writes: number } = { writes: 0 }
  const snapshots: Snapshots = {
    async read(stream, use) {
      if (steered.fault) throw steered.fault
      const found = kept.get(stream)
      for (const part of found?.parts ?? []) use(JSON.parse(part))
      return found?.place
    },
    async write(stream, place, parts) {
      steered.writes++
      if (steered.fault) throw steered.fault
      kept.set(stream, { place, parts: Array.from(parts, part => JSON.stringify(part)) })
    },
  }
  return { snapshots, kept, steered }
}
