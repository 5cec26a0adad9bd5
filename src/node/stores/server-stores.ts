import { randomUUID } from 'node:crypto'
import { projections } from '../../../projections/projections.ts'
import { openEmbedded } from '../../adapters/embedded/open-embedded.ts'
import { openEventStoreDb } from '../../adapters/event-log/eventstoredb/open-event-log.ts'
import { feedUnderLease } from '../../adapters/read-models/mongodb/feed.ts'
import { viewsOfLog } from '../../adapters/read-models/mongodb/log-of-views.ts'
import { openMongoReadModels } from '../../adapters/read-models/mongodb/open-read-models.ts'
import { rebuildView } from '../../adapters/read-models/mongodb/rebuild-view.ts'
import { openMongoSecretStore } from '../../adapters/secret-store/mongodb.ts'
import type { AnyProjection } from '../../engine/read/projection.ts'
import { type ProjectionRunner, runProjections } from '../../engine/read/run-projections.ts'
import type { EventLog, Position } from '../../ports/event-log.ts'
import { StoreAway } from '../../ports/store-away.ts'
import { WrongAddress } from '../../ports/wrong-address.ts'
import type { Config } from '../config/read-config.ts'
import { poll } from './poll.ts'
import type { StoreSet } from './store-set.ts'

/** Adds the name of the variable to the error of a store that is unavailable, or has a wrong address, at the start. */
const namedBy =
  (variable: string) =>
  (error: unknown): never => {
    if (error instanceof WrongAddress) throw new WrongAddress(`${variable}: ${error.message}`)
    throw error instanceof StoreAway ? new StoreAway(error.store, `${error.reason}; check ${variable}`) : error
  }

/** Callbacks of the stores of a node. */
export type OnStores = {
  readonly onFatal?: (reason: string) => void
  /** A store became unavailable (with the reason), or is available again (undefined). Called once per outage. */
  readonly onAway?: (store: string, reason: string | undefined) => void
  /** Projecting failed; `view` is the view whose projection failed, if it was a single one. */
  readonly onError?: (error: unknown, view?: string) => void
}

const noProjections = new URL('../../adapters/embedded/writing/no-projections.ts', import.meta.url).href
/** Milliseconds between polls of the positions of log and views. */
const pollEveryMs = 500

const openLog = async (
  { dataDir, eventStoreUrl, streamPrefix }: Config,
  { onFatal }: OnStores,
  onState: (away: string | undefined) => void,
): Promise<EventLog> => {
  if (eventStoreUrl !== undefined)
    return openEventStoreDb({ url: eventStoreUrl, streamPrefix, onState }).catch(namedBy('EVENTSTOREDB_URL'))
  const embedded = await openEmbedded({
    dataDir,
    projections: noProjections,
    onState: (store, away) => {
      if (store === 'event log') onState(away)
    },
    ...(onFatal ? { onFatal } : {}),
  })
  return { ...embedded.log, close: () => embedded.close() }
}

const nameOf = (projection: AnyProjection) => projection.name
const smallest = (positions: readonly Position[]): Position =>
  positions.reduce((a, b) => (a < b ? a : b), positions[0] ?? 0n)

/** Opens the stores for several nodes: the event log in EventStoreDB (or embedded), read models and secrets in MongoDB. */
export const openServerStores = async (config: Config, mongoUrl: string, hooks: OnStores): Promise<StoreSet> => {
  const away = new Map<string, string>()
  const state = (store: string) => (reason: string | undefined) => {
    if (reason === undefined) away.delete(store)
    else away.set(store, reason)
    hooks.onAway?.(store, reason)
  }
  const stopped = new Set<AnyProjection>()
  const running = () => projections.filter(p => !stopped.has(p))
  const log = await openLog(config, hooks, state('event log'))
  let feedAgain = async () => {}
  /** A view whose documents could not be read is fed again when it was rebuilt. */
  const onUnreadable = (view: string, reason: string | undefined) => {
    state(`view ${view}`)(reason)
    const repaired = reason === undefined && [...stopped].find(({ name }) => name === view)
    if (repaired && stopped.delete(repaired)) feedAgain().catch(onError)
  }
  const allViews = () => projections
  const hooksOfViews = { views: running, allViews, onUnreadable, onState: state('read models') }
  const mongo = await openMongoReadModels({ url: mongoUrl, ...hooksOfViews }).catch(async error => {
    await log.close()
    return namedBy('MONGODB_URL')(error)
  })
  const { readModels, db } = mongo
  await viewsOfLog(db, log.id, await log.head())

  const onError = (error: unknown, projection?: AnyProjection) => {
    if (projection) stopped.add(projection)
    hooks.onError?.(error, projection?.name)
  }
  const building = new Map<string, { readonly done: number; readonly events: number }>()
  const build = async (projection: AnyProjection): Promise<void> => {
    const rebuilding = await mongo.beginRebuild(projection)
    building.set(projection.name, { done: Number(rebuilding.checkpoint), events: 0 })
    const progress = (position: Position, events: number) =>
      void building.set(projection.name, { done: Number(position), events })
    await rebuildView(log, projection, rebuilding, progress).finally(() => building.delete(projection.name))
  }
  /** Builds missing views first, then subscribes all views to the log. */
  const feed = (): Pick<ProjectionRunner, 'stop'> => {
    const halt = new AbortController()
    let runner: ProjectionRunner | undefined
    const starting = (async () => {
      for (const projection of running()) {
        if (halt.signal.aborted) return
        if ((await readModels.checkpoint(projection)) !== undefined) continue
        await build(projection).catch(error => onError(error))
      }
      if (!halt.signal.aborted) runner = runProjections(log, readModels, running(), onError)
    })().catch(onError)
    feedAgain = async () => {
      await starting
      await runner?.stop()
      if (!halt.signal.aborted) runner = runProjections(log, readModels, running(), onError)
    }
    return {
      stop: async () => {
        halt.abort()
        await starting
        await runner?.stop()
      },
    }
  }
  const lease = feedUnderLease(projections, { db, node: randomUUID(), onError }, feed)

  const headAtStart = await log.head()
  let seen = { head: headAtStart, reflected: 0n }
  const refresh = async () => {
    const checkpoints = await Promise.all(running().map(p => readModels.checkpoint(p)))
    seen = { head: await log.head(), reflected: smallest(checkpoints.map(c => c ?? 0n)) }
  }
  const stopPolling = poll(pollEveryMs, refresh, onError)
  await refresh()

  return {
    log,
    readModels,
    secretStore: openMongoSecretStore(db),
    status: () => ({
      head: Number(seen.head),
      reflected: Number(seen.reflected),
      failedViews: [...stopped].map(p => ({ name: nameOf(p) })),
      building: Array.from(building, ([name, progress]) => ({ name, ...progress, total: Number(seen.head) })),
      ready: stopped.size === 0 && away.size === 0 && seen.reflected >= headAtStart,
      fatal: undefined,
      away: Array.from(away, ([store, reason]) => `${store}: ${reason}`),
    }),
    async rebuild(names) {
      for (const projection of projections) if (!names || names.includes(projection.name)) await build(projection)
    },
    async close() {
      stopPolling()
      await lease.stop()
      await readModels.close()
      await log.close()
    },
  }
}
