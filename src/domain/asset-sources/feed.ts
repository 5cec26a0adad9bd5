import * as E from 'fp-ts/lib/Either.js'
import { type Aggregate, rejection } from '../shared/decider.ts'
import { sameJson } from '../shared/digest.ts'
import { changedFeed, type FeedChanges, findsAnew, readsAnew } from './feed-changes.ts'
import { FeedEvent, type FeedSettings } from './feed-events.ts'
import type { Understood } from './feed-format.ts'
import { nextRun } from './schedule.ts'

export type FeedState = {
  readonly accountId: string
  readonly assetSourceId: number
  readonly settings: FeedSettings
  /** How the file was read the first time; undefined: no run has read it by these settings. */
  readonly understood?: Understood
  readonly runs: number
  /** The moment from which the next run of the schedule counts. */
  readonly scheduledFrom: string
}

type Own = { readonly accountId: string; readonly assetSourceId: number; readonly at: string }

export type FeedCommand =
  /** The first run is requested with it. */
  | ({ readonly kind: 'ConfigureFeed'; readonly settings: FeedSettings } & Own)
  /** A run is requested with it if the feed is read in another way from now on, or the variant column of its source changed. */
  | {
      readonly kind: 'ChangeFeed'
      readonly changes: FeedChanges
      readonly variantChanged?: boolean
      /** How many runs there were when the served rows were found to be old: another one is requested unless one was meanwhile. */
      readonly oldAfter?: number
      readonly at: string
    }
  /** A run has read the file by these settings for the first time. */
  | {
      readonly kind: 'KeepUnderstood'
      readonly settings: FeedSettings
      readonly understood: Understood
      readonly at: string
    }
  /** The schedule says so; `due` is the time of the run. */
  | { readonly kind: 'RunDue'; readonly due: string; readonly at: string }

export const noFeed = rejection('not-found', 'The account has no such feed.')

/** The queue id of a run. */
export const feedQueueId = (assetSourceId: number, run: number): string => `feed-${assetSourceId}-${run}`

const requested = (
  { accountId, assetSourceId }: Omit<Own, 'at'>,
  run: number,
  at: string,
  due?: string,
): FeedEvent => ({
  type: 'FeedRunRequested',
  data: { accountId, assetSourceId, queueId: feedQueueId(assetSourceId, run), run, at, ...(due ? { due } : {}) },
})

/** Whether the schedule has a run by `due` that was not requested. The list that says so may lag behind a change of the schedule. */
const isDue = ({ settings: { schedule }, scheduledFrom }: FeedState, due: string): boolean => {
  const next = schedule && nextRun(schedule, scheduledFrom)
  return next !== undefined && next <= due
}

/** What was found out by the settings before stays only if the file is still read by them. */
const changedState = (
  state: FeedState,
  { settings, at }: { readonly settings: FeedSettings; readonly at: string },
): FeedState => {
  const { understood, ...rest } = state
  const isKept = understood !== undefined && !findsAnew(state.settings, settings)
  return { ...rest, settings, scheduledFrom: at, ...(isKept ? { understood } : {}) }
}

/** The feed of an asset source: its settings, and the runs that were requested. Its stream is `source-feed-<account>:<assetSourceId>`. */
export const feed: Aggregate<FeedCommand, FeedState | undefined, FeedEvent> = {
  category: 'source-feed',
  subject: 'account',
  events: FeedEvent,
  initialState: undefined,
  secretsIn: state => {
    const place = state?.settings.place
    return place === undefined || 'fileId' in place || place.secretId === undefined ? [] : [place.secretId]
  },
  decide(command, state) {
    const { at } = command
    if (command.kind === 'ConfigureFeed') {
      const { kind: _, ...data } = command
      return E.right(state === undefined ? [{ type: 'FeedConfigured', data }, requested(data, 1, at)] : [])
    }
    if (state === undefined) return E.left(noFeed)
    const next = state.runs + 1
    if (command.kind === 'KeepUnderstood') {
      const { understood, settings } = command
      const isLate = state.understood !== undefined || findsAnew(settings, state.settings)
      return E.right(isLate ? [] : [{ type: 'FeedUnderstood', data: { understood, at } }])
    }
    if (command.kind === 'RunDue')
      return E.right(isDue(state, command.due) ? [requested(state, next, at, command.due)] : [])
    return E.map((settings: FeedSettings): readonly FeedEvent[] => {
      const isSame = sameJson(settings, state.settings)
      const { variantChanged, oldAfter } = command
      const isReadAgain = variantChanged || oldAfter === state.runs || (!isSame && readsAnew(state.settings, settings))
      return [
        ...(isSame ? [] : [{ type: 'FeedChanged' as const, data: { settings, at } }]),
        ...(isReadAgain ? [requested(state, next, at)] : []),
      ]
    })(changedFeed(state.settings, command.changes, new Date(at)))
  },
  evolve(state, event) {
    switch (event.type) {
      case 'FeedConfigured': {
        const { at, ...own } = event.data
        return { ...own, runs: 0, scheduledFrom: at }
      }
      case 'FeedChanged':
        return state && changedState(state, event.data)
      case 'FeedUnderstood':
        return state && { ...state, understood: event.data.understood }
      case 'FeedRunRequested': {
        const { run, due } = event.data
        return state && { ...state, runs: run, scheduledFrom: due ?? state.scheduledFrom }
      }
    }
  },
}
