import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { type RetailCampaignView, retailCampaigns } from '../../projections/retail-campaigns/retail-campaigns.ts'
import type { LiveUnit } from '../domain/activation/snapshot.ts'
import { lastSnapshot } from '../domain/activation/state.ts'
import type { Creative } from '../domain/creatives/creative.ts'
import { campaignId } from '../domain/retail-campaigns/campaign-id.ts'
import { type Rejection, rejection } from '../domain/shared/decider.ts'
import { chooseCreative, type Rotation, rotation, withinDates } from '../domain/tags/serving.ts'
import { requireDocument } from '../engine/read/documents.ts'
import * as TE from '../engine/task-either.ts'
import type { Ports } from '../ports/ports.ts'
import type { LiveSnapshot } from './live-snapshot.ts'
import { readSnapshot } from './snapshot.ts'

export type LiveAd = { readonly snapshot: LiveSnapshot; readonly unit: LiveUnit; readonly creative: Creative }
export type AdPlace = { readonly accountId: string; readonly retailCampaignIdx: number; readonly adUnitId: number }

/** What names a place when creatives are drawn for it. */
export const rotationOf = ({ accountId, retailCampaignIdx, adUnitId }: AdPlace): string =>
  `${accountId}:${retailCampaignIdx}:${adUnitId}`

const notRunning = (why: string): Rejection => rejection('not-found', `This ad is not running: ${why}.`)
const notActivated = notRunning('no campaign that was activated has this address')
const ended = notRunning('its campaign has ended')
const notLive = notRunning('its ad unit did not go live with the campaign')
const notInDates = ({ campaign: { startDate } }: LiveSnapshot, now: Date): Rejection =>
  notRunning(
    withinDates(startDate, undefined, now)
      ? 'the last day of its campaign is over (UTC)'
      : 'the first day of its campaign has not come (UTC)',
  )

/** The creatives of a live unit, by their places in the snapshot, and their rotation. */
type Rotating = { readonly shown: readonly number[]; readonly weighted: Rotation }
/** By unit, which belongs to one snapshot: every request for an ad of it needs the same ones. */
const known = new WeakMap<LiveUnit, Rotating>()

const rotating = (snapshot: LiveSnapshot, unit: LiveUnit): Rotating => {
  const found = known.get(unit) ?? rotationIn(snapshot, unit)
  known.set(unit, found)
  return found
}

const rotationIn = ({ creatives }: LiveSnapshot, unit: LiveUnit): Rotating => {
  const names = new Set(unit.creativeNames)
  const shown = creatives.names.flatMap((name, place) => (names.has(name) ? [place] : []))
  return { shown, weighted: rotation(shown.map(place => creatives.weights[place]!)) }
}

const servedSnapshot = ({ record: { activation } }: RetailCampaignView): E.Either<Rejection, string> =>
  activation.status === 'ENDED' ? E.left(ended) : E.fromNullable(notActivated)(lastSnapshot(activation))

const adIn = (snapshot: LiveSnapshot, adUnitId: number, draw: number): LiveAd | undefined => {
  const unit = snapshot.units.find(u => u.adUnit.adUnitId === adUnitId)
  if (unit === undefined) return undefined
  const { shown, weighted } = rotating(snapshot, unit)
  const place = shown[chooseCreative(weighted, draw) ?? -1]
  return place === undefined ? undefined : { snapshot, unit, creative: snapshot.creatives.at(place) }
}

/**
 * The ad that a tag shows now: a creative of the active snapshot, by rotation (TAGS-10). `draw` in [0, 1) chooses it: the same draw is
 * the same creative. Refuses, with the
 * reason, outside the dates, after the campaign was ended, and if there is nothing to show.
 */
export const liveAd = (
  { accountId, retailCampaignIdx, adUnitId }: AdPlace,
  { readModels, blobs, clock }: Ports,
  draw = Math.random(),
): TE.TaskEither<Rejection, LiveAd> =>
  pipe(
    requireDocument(readModels, retailCampaigns, campaignId(accountId, retailCampaignIdx), notActivated),
    TE.flatMapEither(servedSnapshot),
    TE.flatMapTask(sha256 => () => readSnapshot(blobs, sha256, accountId)),
    TE.filterOrElse(
      ({ campaign }) => withinDates(campaign.startDate, campaign.endDate, clock.now()),
      snapshot => notInDates(snapshot, clock.now()),
    ),
    TE.map(snapshot => adIn(snapshot, adUnitId, draw)),
    TE.flatMap(TE.fromNullable(notLive)),
  )

/** The click-through URL of a creative: its own, else the campaign's. */
export const clickthroughOf = ({ snapshot, creative }: LiveAd): string | undefined =>
  creative.clickthroughUrl ?? snapshot.campaign.clickthroughUrl
