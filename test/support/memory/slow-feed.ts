import type { Collection } from 'mongodb'
import type { FeedRow } from '../../../src/adapters/read-models/mongodb/documents.ts'
import { openGenerations } from '../../../src/adapters/read-models/mongodb/generations.ts'
import { knownViews } from '../../../src/adapters/read-models/mongodb/known-views.ts'
import { leadership } from '../../../src/adapters/read-models/mongodb/leadership.ts'
import { beatMs, openLease } from '../../../src/adapters/read-models/mongodb/lease.ts'
import { StoreAway } from '../../../src/ports/store-away.ts'
import { settles, twoHandedClock } from './node.ts'

/** How much time passes at once, in milliseconds. */
const stepMs = 50
/** Time limit of what has none of its own, in milliseconds. */
const limitMs = 2_000

const nothing = { position: 0n, swaps: 0, members: {}, moved: {} }
const free: FeedRow = { _id: 'feed', made: 'once', holder: null, turn: 0, beat: 0, ...nothing }

/** One node, and the row of its feed on a server that answers each operation so many milliseconds after it was sent. */
export const slowFeed = (answerMs: number) => {
  const clock = twoHandedClock()
  let answersIn = answerMs
  let row = free
  let waiting: { readonly at: number; readonly over: () => void }[] = []
  const later = (ms: number) =>
    new Promise<void>(over => {
      waiting.push({ at: clock.monotonic() + ms, over })
    })
  const operation = async <A>(run: () => A): Promise<A> => {
    const half = answersIn / 2
    await later(half)
    const answer = run()
    await later(half)
    return answer
  }
  const isRow = (filter: Partial<FeedRow>) =>
    Object.entries(filter).every(([name, value]) => row[name as keyof FeedRow] === value)
  const feeds = {
    findOne: () => operation(() => row),
    findOneAndUpdate: (filter: Partial<FeedRow>, { $set }: { readonly $set?: Partial<FeedRow> }) =>
      operation(() => {
        if (!isRow(filter)) return null
        row = { ...row, ...$set, beat: row.beat + 1 }
        return row
      }),
  } as unknown as Collection<FeedRow>
  const ask = <A>(answer: Promise<A>, ms: number): Promise<A> =>
    Promise.race([answer, later(ms).then(() => Promise.reject(new StoreAway('read models', 'late')))])

  const generations = openGenerations({ feeds } as Parameters<typeof openGenerations>[0], free._id)
  const known = knownViews(generations, () => [])
  const lease = openLease({ feeds, feedId: free._id, node: 'one', clock })
  const leading = leadership({
    lease,
    generations,
    known,
    ask,
    limitMs,
    looked: () => undefined,
    onLead: () => undefined,
  })
  let begun = 0
  leading.lead(
    () => {
      begun += 1
      return { stop: async () => undefined }
    },
    () => undefined,
  )
  let looking: Promise<void> | undefined
  let due = 0
  const look = () => {
    due = clock.monotonic() + beatMs
    looking = leading
      .look()
      // what is late is looked at again
      .catch(() => undefined)
      .then(() => {
        looking = undefined
        due = Math.min(due, clock.monotonic() + (leading.dueIn() ?? beatMs))
      })
  }
  const answered = async () => {
    const now = clock.monotonic()
    const over = waiting.filter(({ at }) => at <= now)
    waiting = waiting.filter(({ at }) => at > now)
    for (const each of over) each.over()
    await settles()
    lease.check()
  }
  const passes = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += stepMs) {
      clock.pass(stepMs)
      await answered()
      if (!looking && clock.monotonic() >= due) look()
    }
  }
  return {
    lease,
    known,
    /** Another process changes the row. */
    becomes: (changed: Partial<FeedRow>) => {
      row = { ...row, ...changed }
    },
    /** How many turns this node has begun. */
    begun: () => begun,
    answersAfter: (ms: number) => {
      answersIn = ms
    },
    /** Answers of the server take so long for as long, again and again, and are prompt in between. */
    stutters: async (times: number, ms: number) => {
      for (let n = 0; n < times; n++) {
        answersIn = ms
        await passes(ms)
        answersIn = answerMs
        await passes(1_500)
      }
    },
    /** The process is stopped for so long; what was answered meanwhile is found afterwards. */
    stops: async (ms: number) => {
      clock.pass(ms)
      await answered()
    },
    passes,
  }
}
