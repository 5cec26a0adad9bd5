import { openMongoChain } from '../../adapters/chain/mongodb.ts'
import { systemClock } from '../../adapters/clock/system.ts'
import { viewsOfLog } from '../../adapters/read-models/mongodb/log-of-views.ts'
import { openMongoReadModels } from '../../adapters/read-models/mongodb/open-read-models.ts'
import { openMongoSecretStore } from '../../adapters/secret-store/mongodb.ts'
import { failureReason } from '../../engine/read/failure-reason.ts'
import { followChain } from '../../engine/read/follow-chain.ts'
import type { AnyProjection } from '../../engine/read/projection.ts'
import { type ProjectionRunner, runProjections } from '../../engine/read/run-projections.ts'
import type { Feeding } from '../../ports/read-models.ts'
import type { Config } from '../config/read-config.ts'
import { endEach, endedBy } from '../end-each.ts'
import { bytesOf } from './bytes-of.ts'
import { checkpointsOf } from './checkpoints.ts'
import { projectionsWith } from './own-projections.ts'
import { namedBy, openServerLog } from './server-log.ts'
import type { ServerHooks } from './store-hooks.ts'
import type { StoreSet } from './store-set.ts'
import { watchPositions } from './watch-positions.ts'

/** Opens the stores for several nodes: the event log in EventStoreDB (or embedded), read models and secrets in MongoDB. */
export const openServerStores = async (config: Config, mongoUrl: string, hooks: ServerHooks): Promise<StoreSet> => {
  const { clock = systemClock, replacesViews: replaces = false } = hooks
  const projections = await projectionsWith(config.projections)
  const away = new Map<string, string>()
  const state = (store: string) => (reason: string | undefined) => {
    if (reason === undefined) away.delete(store)
    else away.set(store, reason)
    hooks.onAway?.(store, reason)
  }
  const stopped = new Map<AnyProjection, string>()
  const running = () => projections.filter(p => !stopped.has(p))
  const { log, chain: ownChain } = await openServerLog(config, hooks.onFatal, state('event log'))
  let feedAgain = () => {}
  /** A view whose documents could not be read is fed again when it was rebuilt. */
  const onUnreadable = (view: string, reason: string | undefined) => {
    state(`view ${view}`)(reason)
    const repaired = reason === undefined && [...stopped.keys()].find(({ name }) => name === view)
    if (!repaired || !stopped.delete(repaired)) return
    hooks.onStopped?.(view, undefined)
    feedAgain()
  }
  const allViews = () => projections
  const { onMongoOperation: onCommand, onLead } = hooks
  let isLate = () => false
  const hooksOfViews = { views: running, allViews, onUnreadable, onState: state('read models'), isLate: () => isLate() }
  const mongo = await openMongoReadModels({
    url: mongoUrl,
    ...hooksOfViews,
    ...(onCommand ? { onCommand } : {}),
    ...(onLead ? { onLead } : {}),
  }).catch(async error => {
    await log.close()
    return namedBy('MONGODB_URL')(error)
  })
  const { readModels, db } = mongo
  const chain = openMongoChain(db, log.id)
  const compared = async () => {
    await viewsOfLog(db, log, { replaces })
    // views that it has dropped were known, and a node would be ready by their positions
    await mongo.learnAgain()
    if (!ownChain) await chain.look(await log.head())
  }
  await compared().catch(endedBy(readModels.close, log.close))

  const onError = (error: unknown, projection?: AnyProjection) => {
    if (projection === undefined) return hooks.onError?.(error)
    const reason = failureReason(error)
    stopped.set(projection, reason)
    hooks.onStopped?.(projection.name, { reason })
  }
  let runner: ProjectionRunner | undefined
  feedAgain = () => runner?.again(running())
  const feed = (feeding: Feeding) => {
    const mine = runProjections(log, feeding, running(), onError)
    runner = mine
    const chaining = ownChain ? undefined : followChain(log, chain, error => onError(error))
    return { stop: async () => void (await Promise.all([mine.stop(), chaining?.stop()])) }
  }
  const lease = mongo.lead(feed, onError)
  const parts = [lease.stop, readModels.close, log.close] as const
  /** Views that this process rebuilds: the position that each has reached, and the events read so far. */
  const rebuilt = new Map<string, { readonly done: number; readonly events?: number }>()
  /** The same, and those that some node builds for the first time. */
  const building = () =>
    new Map([
      ...mongo.building().map(view => [view.name, { done: Number(mongo.checkpoint(view)) }] as const),
      ...rebuilt,
    ])

  const positions = await watchPositions(log, {
    reflected: mongo.reflected,
    monotonic: clock.monotonic,
    onError,
  }).catch(endedBy(...parts))
  isLate = positions.isLate

  return {
    projections,
    log,
    chain: ownChain ?? chain,
    readModels,
    secretStore: openMongoSecretStore(db),
    status: () => {
      const { head, reflected, hasCaughtUp, stall, isHeadUnread } = positions.now()
      return {
        head: Number(head),
        reflected: Number(reflected),
        failedViews: Array.from(stopped, ([{ name }, reason]) => ({ name, reason })),
        building: Array.from(building(), ([name, each]) => ({ name, ...each, total: Number(head) })),
        ready: stopped.size === 0 && away.size === 0 && stall === undefined && hasCaughtUp,
        feeding: lease.leads(),
        fatal: undefined,
        away: [
          ...Array.from(away, ([store, reason]) => `${store}: ${reason}`),
          ...(stall === undefined ? [] : [stall]),
        ],
        isStale: isHeadUnread || away.has('read models'),
      }
    },
    // the views that this node feeds or follows are in memory; a stopped one is not followed
    checkpoints: () => checkpointsOf(projections, async view => mongo.checkpoint(view) ?? readModels.checkpoint(view)),
    async sizes() {
      const views = await mongo.bytes()
      const ownLog = config.eventStoreUrl === undefined ? { log: await bytesOf(config.dataDir, 'log.db') } : {}
      return { ...ownLog, ...(views === undefined ? {} : { views }) }
    },
    async rebuild(names) {
      const failures: unknown[] = []
      const wanted = projections.filter(({ name }) => !names || names.includes(name))
      const progress = (done: number, events: number) => {
        for (const { name } of wanted) rebuilt.set(name, { done, events })
      }
      progress(0, 0)
      await mongo
        .rebuild(
          log,
          wanted,
          (position, events) => progress(Number(position), events),
          (_, error) => failures.push(error),
        )
        .finally(() => rebuilt.clear())
      if (failures.length > 0) throw failures[0]
    },
    async close() {
      positions.stop()
      await endEach(...parts)
    },
  }
}
