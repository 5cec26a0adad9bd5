import { mkdir } from 'node:fs/promises'
import type { Chain } from '../../ports/chain.ts'
import type { Clock } from '../../ports/clock.ts'
import type { EventLog } from '../../ports/event-log.ts'
import type { ReadModels } from '../../ports/read-models.ts'
import { systemClock } from '../clock/system.ts'
import { type IsServing, unreadableViews } from '../read-models/unreadable-views.ts'
import { checkpointsInThread } from './checkpoints/checkpoints.ts'
import { fileStates, type OnFileState } from './files/file-states.ts'
import { type OnStopped, viewStates } from './files/view-states.ts'
import { embeddedChain } from './log/chain.ts'
import { embeddedLog } from './log/event-log.ts'
import type { WriterState } from './protocol.ts'
import { headsHere } from './reading/heads-here.ts'
import { embeddedReadModels } from './reading/read-models.ts'
import { readsInThread, watched } from './reading/reads.ts'
import { scansApart } from './reading/scans-apart.ts'
import { marksHere } from './reading/views-for-reading.ts'
import { exchangeEvery, volatileCounters } from './reading/volatile-counters.ts'
import { startWriter } from './writing/writer.ts'

export type EmbeddedOptions = {
  /** Folder of log.db and views.db; created if missing. */
  readonly dataDir: string
  /** URL of a module whose default export, or export `projections`, is a list of projections; undefined: others keep the views. */
  readonly projections?: string
  readonly clock?: Clock
  /** Called when a thread has ended unexpectedly: from then on appends or reads fail. */
  readonly onFatal?: (reason: string) => void
  readonly onState?: OnFileState
  readonly onStopped?: OnStopped
  /** Maximum size of log.db in pages (4 KiB); above it, appends fail as on a full disk. */
  readonly maxLogPages?: number
}

export type EmbeddedStatus = WriterState & {
  /** PRAGMA synchronous of the connections that write: 2 (FULL) for the log, 1 (NORMAL) for the views. */
  readonly logSynchronous: number
  readonly viewsSynchronous: number
  /** Every view of this node reflects the log head at start, none has stopped, and both files are usable. */
  readonly ready: boolean
  /** Every store whose file currently fails, with the reason and the remedy. */
  readonly away: readonly string[]
  /** Why the log can no longer be appended to. */
  readonly fatal: string | undefined
  /** Why the last exchange of volatile counters failed; the next one includes its data. */
  readonly countersProblem: string | undefined
}

export type Embedded = {
  readonly log: EventLog
  readonly chain: Chain
  readonly readModels: ReadModels
  status(): EmbeddedStatus
  /**
   * Rebuilds views (all, or those named) while readers keep the old ones. Returns at once; see `status` for progress.
   */
  rebuild(names?: readonly string[]): Promise<void>
  /** Exchanges volatile counters with other nodes now, besides the exchange every second. Never rejects. */
  exchangeCounters(): Promise<void>
  close(): Promise<void>
}

/** Opens the embedded event log and read models: two SQLite files and their threads, no other software required. */
export const openEmbedded = async (options: EmbeddedOptions): Promise<Embedded> => {
  const { dataDir, projections, maxLogPages, clock = systemClock } = options
  const { onFatal = () => {}, onState = () => {}, onStopped = () => {} } = options
  await mkdir(dataDir, { recursive: true })
  const writer = await startWriter({ dataDir, projections, maxLogPages }, onFatal)
  const states = fileStates(writer, onState)
  const checkpoints = checkpointsInThread(dataDir, writer, { onFault: states.noted, onFatal })
  const inThread = () => readsInThread(dataDir, onFatal)
  // a separate thread keeps list reads off the main thread: a quarter of the time per list is left there
  const opened = headsHere(dataDir, scansApart(inThread(), inThread))
  const marks = marksHere(dataDir)
  const isServing: IsServing = async (view, generation) =>
    (await opened.servingOf(view)).some(serving => serving === generation)
  const unreadable = unreadableViews(isServing, viewStates(writer, onState, onStopped).unread)
  const reads = watched(opened, error => {
    states.noted(error)
    unreadable.noted(error)
  })
  const { logId: _, ...synchronous } = writer.started
  const headAtStart = writer.state().head
  const counters = volatileCounters(clock, (rows, now) => writer.ask({ kind: 'exchange', rows, now }))
  await counters.exchange()
  const eachSecond = async () => {
    await counters.exchange()
    // views.db may be away; the next check follows in a second
    await unreadable.check().catch(states.noted)
  }
  const timer = setInterval(eachSecond, exchangeEvery).unref()

  let closing: Promise<void> | undefined
  const close = async () => {
    clearInterval(timer)
    await counters.exchange()
    await reads.close()
    await checkpoints.close()
    marks.close()
    await writer.close()
  }
  const closeOnce = () => (closing ??= close())
  return {
    log: embeddedLog(writer, reads, closeOnce, states.noted),
    chain: embeddedChain(reads),
    readModels: embeddedReadModels(writer, reads, marks.of, counters.volatile, clock.now, closeOnce),
    status: () => {
      const state = writer.state()
      const away = [...states.away(), ...unreadable.list()]
      const ready = state.failedViews.length === 0 && state.reflected >= headAtStart && away.length === 0
      return { ...state, ...synchronous, ready, away, fatal: writer.dead(), countersProblem: counters.problem() }
    },
    rebuild: names => writer.ask({ kind: 'rebuild', names }),
    exchangeCounters: counters.exchange,
    close: closeOnce,
  }
}
