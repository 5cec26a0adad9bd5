import { wasFull } from '../../../engine/read/filling-page.ts'
import type { ReadModels, Stored, ViewRef } from '../../../ports/read-models.ts'
import { charactersOf, keptReads } from '../../read-models/kept-reads.ts'
import { pageOf, storedOf } from '../../read-models/sqlite/find.ts'
import type { ViewName } from '../../read-models/sqlite/generations.ts'
import type { Writer } from '../writing/writer.ts'
import type { AsyncReads } from './reads.ts'

/** A view may be a whole projection, whose functions cannot be posted to a thread. */
const nameOf = ({ name, version }: ViewRef): ViewName => ({ name, version })
/** The same with its lists if one is in log order, which is read in a way of its own (ADR 0156). */
const listedOf = (view: ViewRef) =>
  view.lists?.some(({ inLogOrder }) => inLogOrder) ? { ...nameOf(view), lists: view.lists } : nameOf(view)

/** Calls listeners once per turn of the event loop, however often the views advanced. */
const movedListeners = (writer: Writer) => {
  const listeners = new Set<(position: bigint) => void>()
  let calling = false
  writer.onNews(moved => {
    if (!moved || calling || listeners.size === 0) return
    calling = true
    setImmediate(() => {
      calling = false
      for (const listener of listeners) listener(BigInt(writer.state().reflected))
    })
  })
  return (listener: (position: bigint) => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }
}

/** Readers that wait until this node's views reflect a position. */
const waitingReaders = (writer: Writer): ReadModels['waitFor'] => {
  const checks = new Set<() => void>()
  writer.onNews(() => {
    for (const check of checks) check()
  })
  return (position, timeoutMs) => {
    const reached = () => BigInt(writer.state().reflected) >= position
    if (reached()) return Promise.resolve(true)
    return new Promise(resolve => {
      const finish = (answer: boolean) => {
        clearTimeout(timer)
        checks.delete(check)
        resolve(answer)
      }
      const check = () => {
        if (reached()) finish(true)
        else if (writer.dead() !== undefined) finish(false)
      }
      const timer = setTimeout(() => finish(reached()), timeoutMs)
      checks.add(check)
      check()
    })
  }
}

/** The embedded read models: the writer feeds them along with the log, `reads` reads. */
export const embeddedReadModels = (
  writer: Writer,
  reads: AsyncReads,
  markOf: (view: ViewName) => string | undefined,
  volatile: ReadModels['volatile'],
  now: () => Date,
  close: () => Promise<void>,
): ReadModels => {
  const once = keptReads(markOf)
  return {
    get: (view, id) =>
      once<Stored | undefined>(
        view,
        `get ${id}`,
        async () => {
          const row = await reads.get(nameOf(view), id)
          return row && storedOf(row)
        },
        stored => stored?.json.length ?? 0,
      ),
    getMany: async (view, ids) => (await reads.getMany(nameOf(view), ids)).map(storedOf),
    find: (view, query) =>
      once(
        view,
        `find ${JSON.stringify(query)}`,
        async () => pageOf(await reads.find(listedOf(view), query)),
        charactersOf,
      ),
    checkpoint: view => reads.checkpoint(nameOf(view)),
    async *all(view) {
      for (let after = '', more = true; more; ) {
        const page = await reads.allPage(nameOf(view), after)
        for (const row of page) yield storedOf(row)
        more = wasFull(page.map(([, json]) => json.length))
        after = page.at(-1)?.[0] ?? ''
      }
    },
    waitFor: waitingReaders(writer),
    onMoved: movedListeners(writer),
    mark: markOf,
    volatile,
    leases: {
      find: async prefix => new Map(await writer.ask({ kind: 'findLeases', prefix })),
      swap: (workId, seen, next) =>
        writer.ask({ kind: 'swapLease', swap: { workId, seen, next, at: now().getTime() } }),
    },
    close,
  }
}
