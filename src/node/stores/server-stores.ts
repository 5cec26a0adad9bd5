import { openMongoChain } from '../../adapters/chain/mongodb.ts'
import { systemClock } from '../../adapters/clock/system.ts'
import { viewsOfLog } from '../../adapters/read-models/mongodb/log-of-views.ts'
import { openMongoReadModels } from '../../adapters/read-models/mongodb/open-read-models.ts'
import { openMongoSecretStore } from '../../adapters/secret-store/mongodb.ts'
import { failureReason } from '../../engine/read/failure-reason.ts'
import { followChain } from '../../engine/read/follow-chain.ts'
import type { AnyProjection } from '../../engine/read/projection.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Feeding } from '../../ports/read-models.ts'
import type { Config } from '../config/read-config.ts'
import type { BuildPermit } from './builds-of-turns.ts'
import { bytesOf } from './bytes-of.ts'
import { checkpointsOf } from './checkpoints.ts'
import { viewFeeder } from './feed-views.ts'
import { projectionsWith } from './own-projections.ts'
import { poll } from './poll.ts'
import { namedBy, openServerLog } from './server-log.ts'
import type { StoppedView, StoreSet } from './store-set.ts'
import { viewBuilder } from './view-builder.ts'
import { viewsMove } from './views-move.ts'

/** Callbacks of the stores of a node. */
export type OnStores = {
  readonly onFatal?: (reason: string) => void
  /** A store became unavailable (with the reason), or is available again (undefined). Called once per outage. */
  readonly onAway?: (store: string, reason: string | undefined) => void
  /** The views could not be fed; it is tried again. */
  readonly onError?: (error: unknown) => void
  /** A view stopped because its projection failed, or (undefined) is fed again. */
  readonly onStopped?: (view: string, stopped: Omit<StoppedView, 'name'> | undefined) => void
  /** This node begins to feed the views, or no longer feeds them. */
  readonly onLead?: (leads: boolean) => void
  /** An operation was sent to MongoDB: its command, and the view or collection that it is about. */
  readonly onMongoOperation?: (command: string, on: string) => void
}

/** What else the stores for several nodes are opened with. */
export type ServerHooks = OnStores & {
  readonly clock?: Clock
  /** For a node: read models in MongoDB that are not of this log are dropped and built again (ARCH-25). Tools refuse them. */
  readonly replacesViews?: boolean
}

/** Milliseconds between polls of the positions of log and views. */
const pollEveryMs = 500

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
  let feedAgain = async () => {}
  /** A view whose documents could not be read is fed again when it was rebuilt. */
  const onUnreadable = (view: string, reason: string | undefined) => {
    state(`view ${view}`)(reason)
    const repaired = reason === undefined && [...stopped.keys()].find(({ name }) => name === view)
    if (!repaired || !stopped.delete(repaired)) return
    hooks.onStopped?.(view, undefined)
    feedAgain().catch(onError)
  }
  const allViews = () => projections
  const { onMongoOperation: onCommand, onLead } = hooks
  const hooksOfViews = { views: running, allViews, onUnreadable, onState: state('read models') }
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
    if (!ownChain) await chain.look(await log.head())
  }
  await compared().catch(async error => {
    await Promise.all([readModels.close(), log.close()])
    throw error
  })

  const onError = (error: unknown, projection?: AnyProjection) => {
    if (projection === undefined) return hooks.onError?.(error)
    const reason = failureReason(error)
    stopped.set(projection, reason)
    hooks.onStopped?.(projection.name, { reason })
  }
  const { build, progress } = viewBuilder(log, mongo)
  const buildMissing = async (permit: BuildPermit) => {
    const missing = running().filter(view => !mongo.isBuilt(view))
    if (missing.length > 0) await build(missing, (_, error) => onError(error), permit)
  }
  const feeder = viewFeeder({ log, readModels, views: running, buildMissing, onError })
  feedAgain = feeder.again
  const feed = (feeding: Feeding, turn: number) => {
    const fed = feeder.feed(feeding, turn)
    const chaining = ownChain ? undefined : followChain(log, chain, error => onError(error))
    return {
      stop: async () => {
        await fed.stop()
        await chaining?.stop()
      },
    }
  }
  const lease = mongo.lead(feed, onError)

  const headAtStart = await log.head()
  let seen = { head: headAtStart, reflected: 0n }
  const moving = viewsMove(clock.monotonic)
  let isHeadUnread = false
  const headNow = async () => {
    try {
      const head = await log.head()
      isHeadUnread = false
      return head
    } catch (error) {
      isHeadUnread = true
      throw error
    }
  }
  const refresh = async () => {
    if (mongo.isFedElsewhere()) feeder.fedElsewhere()
    seen = { head: await headNow(), reflected: mongo.reflected() }
    moving.seen(seen.head, seen.reflected)
  }
  const stopPolling = poll(pollEveryMs, refresh, onError)
  await refresh()

  return {
    projections,
    log,
    chain: ownChain ?? chain,
    readModels,
    secretStore: openMongoSecretStore(db),
    status: () => {
      const stall = moving.stall()
      return {
        head: Number(seen.head),
        reflected: Number(seen.reflected),
        failedViews: Array.from(stopped, ([{ name }, reason]) => ({ name, reason })),
        building: progress().map(each => ({ ...each, total: Number(seen.head) })),
        ready: stopped.size === 0 && away.size === 0 && stall === undefined && seen.reflected >= headAtStart,
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
      await build(wanted, (_, error) => failures.push(error))
      if (failures.length > 0) throw failures[0]
    },
    async close() {
      stopPolling()
      await feeder.close()
      await lease.stop()
      await readModels.close()
      await log.close()
    },
  }
}
