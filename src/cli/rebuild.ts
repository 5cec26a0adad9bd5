import { Command } from 'commander'
import type { Stores } from '../node/stores/open-stores.ts'
import type { StoreStatus } from '../node/stores/store-set.ts'
import { progressOf } from './progress.ts'
import { print } from './say.ts'
import { UserError } from './user-error.ts'
import { mustBeViews } from './views.ts'
import { withLog } from './with-stores.ts'

const pauseMs = 200
const pause = () => new Promise(resolve => setTimeout(resolve, pauseMs))

const timeLeft = (seconds: number): string =>
  seconds < 90 ? `${Math.ceil(seconds)} s left` : `${Math.ceil(seconds / 60)} min left`

type Building = StoreStatus['building'][number]
type StartPoint = { readonly name: string; readonly done: number; readonly events: number; readonly at: number }

/** Events per second and time left. If no events were processed for a second, the build is writing documents. */
const pace = () => {
  let from: StartPoint | undefined
  let moved = { done: -1, at: 0 }
  return ({ name, done, total, events = done }: Building): string => {
    if (from === undefined || from.name !== name || done < from.done)
      from = { name, done, events, at: performance.now() }
    const seconds = Math.max(0.001, (performance.now() - from.at) / 1000)
    if (done !== moved.done) moved = { done, at: performance.now() }
    if (performance.now() - moved.at > 1_000) return `${name}, writing documents`
    if (done === from.done) return name
    const left = timeLeft((total - done) / ((done - from.done) / seconds))
    return `${name}, ${Math.round((events - from.events) / seconds)} events/s, ${left}`
  }
}

type Report = { step(slowest: Building, building: readonly Building[]): void; end(): void }

/** A bar for people: that of the view that is furthest behind. */
const bars = (head: number): Report => {
  const bar = progressOf('log', head)
  const describe = pace()
  return {
    step(slowest, building) {
      const name = building.length > 1 ? `${building.length} views` : slowest.name
      bar.step(slowest.done, describe({ ...slowest, name }), slowest.total)
    },
    end: bar.end,
  }
}

/** A line of JSON whenever a build has gone on. */
const lines = (): Report => {
  let last = ''
  return {
    step({ done, total }, building) {
      const line = JSON.stringify({ building: building.map(({ name }) => name), done, total })
      if (line !== last) print(line)
      last = line
    },
    end: () => {},
  }
}

/** Rebuilds the views and shows progress until they are in use. On servers, views are built one at a time. */
const built = async (stores: Stores, names: readonly string[] | undefined, report: Report): Promise<void> => {
  let working = true
  const work = stores.rebuild(names).finally(() => {
    working = false
  })
  const failed = work.then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  try {
    for (;;) {
      await Promise.race([failed, pause()])
      const { building, failedViews } = stores.status()
      // views that stopped while they were fed are repaired by a rebuild
      const broken = failedViews.filter(({ inBuild }) => inBuild)
      if (broken.length > 0)
        throw new UserError(
          `${broken.map(v => v.name).join(', ')} cannot be rebuilt: the projection failed; the old documents stay in use`,
        )
      if (!working && building.length === 0) break
      const [slowest] = building.toSorted((a, b) => a.done - b.done)
      if (slowest) report.step(slowest, building)
      if (!working) await pause()
    }
  } finally {
    report.end()
  }
  await work
}

const rebuild = async (names: readonly string[], { json = false }: { readonly json?: boolean }) => {
  await mustBeViews(names)
  return withLog(async stores => {
    const all = stores.projections
    const startedAt = performance.now()
    await built(stores, names.length > 0 ? names : undefined, json ? lines() : bars(Number(await stores.log.head())))
    const seconds = Number(((performance.now() - startedAt) / 1000).toFixed(1))
    const rebuilt = names.length > 0 ? names : all.map(({ name }) => name)
    if (json) return print(JSON.stringify({ rebuilt, seconds }))
    const what = names.length > 0 ? names.join(', ') : `${all.length} views`
    print(`rebuilt ${what} from the log in ${seconds.toFixed(1)} s`)
  })
}

/** `endcap rebuild`: rebuilds views next to those in use, then replaces them. */
export const rebuildCommand = (): Command =>
  new Command('rebuild')
    .argument('[view...]', 'names of views; all views if none is given')
    .option('--json', 'print a line {building[], done, total} for each progress, then {rebuilt[], seconds}')
    .action(rebuild)
