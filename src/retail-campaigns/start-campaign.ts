import { pipe } from 'fp-ts/lib/function.js'
import { creatives } from '../domain/creatives/creatives.ts'
import { campaignId } from '../domain/retail-campaigns/campaign-id.ts'
import { externalId, idOfExternalId } from '../domain/retail-campaigns/external-id.ts'
import {
  type CopiedCreatives,
  type RetailCampaign,
  retailCampaign,
} from '../domain/retail-campaigns/retail-campaign.ts'
import { type Rejection, rejection } from '../domain/shared/decider.ts'
import { reply } from '../engine/reply.ts'
import * as TE from '../engine/task-either.ts'
import { type Change, changeOf } from '../engine/write/change.ts'
import type { Loaded, Work } from '../engine/write/execute.ts'
import { executed, hasChanged, loaded } from '../engine/write/steps.ts'

/** A created campaign: its number and revision. */
export type StartedCampaign = { readonly retailCampaignIdx: number; readonly revision: number }

/** What identifies a new campaign: its account, the number that it gets, and the external id that it is sent with. */
type Started = Pick<RetailCampaign, 'accountId' | 'retailCampaignIdx' | 'externalId'>

/**
 * Appends a new campaign, and reserves its external id if it has one. `campaign` makes the checks; in a repeat, those of a step that is done
 * are not made again. `copied`: the creatives that were copied to its number.
 */
export const startCampaign = (
  work: Work,
  own: Started,
  campaign: TE.TaskEither<Rejection, RetailCampaign>,
  at: string,
  copied?: CopiedCreatives,
): TE.TaskEither<Rejection, StartedCampaign> => {
  let checking: ReturnType<typeof campaign> | undefined
  const checked: typeof campaign = () => (checking ??= campaign())
  return pipe(
    reservedIdx(work, own, checked, at),
    // its creatives cannot follow it to another number
    TE.filterOrElse(idx => copied === undefined || idx === own.retailCampaignIdx, taken),
    TE.bindTo('retailCampaignIdx'),
    TE.bind('created', ({ retailCampaignIdx }) => created(work, own, retailCampaignIdx, { checked, at, copied })),
    TE.map(({ retailCampaignIdx, created: { revision } }) => ({ retailCampaignIdx, revision })),
  )
}

/** The start of a campaign by `run`; the campaign holds its outcome, under the number that its external id has reserved. */
export const campaignStart = (
  work: Work,
  own: Started,
  run: TE.TaskEither<Rejection, StartedCampaign>,
): Change<StartedCampaign> =>
  changeOf(
    retailCampaign,
    pipe(
      idxToUse(work, own),
      TE.map(idx => campaignId(own.accountId, idx)),
    ),
    run,
    done =>
      'retailCampaignIdx' in done
        ? TE.right(done)
        : pipe(
            idxToUse(work, own),
            TE.map(retailCampaignIdx => ({ retailCampaignIdx, revision: done.revision })),
          ),
  )

/** The reply of operations that create a campaign. */
export const replyStarted = (started: StartedCampaign) => replyStartedWith(started, {})

/** The same with further members. */
export const replyStartedWith = <M extends object>({ retailCampaignIdx, revision }: StartedCampaign, more: M) =>
  reply({ retailCampaignIdx, message: `Retail campaign ${retailCampaignIdx} was created.`, ...more }, revision)

/** The number to use: the new one, unless a crash left the external id reserved without a campaign. */
const reservedIdx = (
  work: Work,
  { accountId, retailCampaignIdx, externalId: sent }: Started,
  checked: TE.TaskEither<Rejection, RetailCampaign>,
  at: string,
): TE.TaskEither<Rejection, number> =>
  sent === undefined
    ? TE.right(retailCampaignIdx)
    : pipe(
        checked,
        TE.flatMap(() => executed(work, externalId, idOfExternalId(accountId, sent), { retailCampaignIdx, at })),
        TE.map(({ state }) => state ?? retailCampaignIdx),
      )

/** The number that `startCampaign` would use; it reserves nothing. */
export const idxToUse = (work: Pick<Work, 'load'>, own: Started): TE.TaskEither<Rejection, number> =>
  own.externalId === undefined
    ? TE.right(own.retailCampaignIdx)
    : pipe(
        loaded(work, externalId, idOfExternalId(own.accountId, own.externalId)),
        TE.map(({ state }) => state ?? own.retailCampaignIdx),
      )

/** Of a number that is not the own one, because a crash left it reserved: there must be neither a campaign nor creatives by now. */
export const mustBeFree = (work: Work, own: Started, idx: number): TE.TaskEither<Rejection, unknown> =>
  pipe(
    mustBeUnused(work, own, idx),
    TE.flatMap(() => mustHaveNoCreatives(work, own, idx)),
  )

type Creation = {
  readonly checked: TE.TaskEither<Rejection, RetailCampaign>
  readonly at: string
  readonly copied: CopiedCreatives | undefined
}

/** The campaign under its number, which another request with the same external id may have used first. */
const created = (
  work: Work,
  own: Started,
  retailCampaignIdx: number,
  { checked, at, copied }: Creation,
): TE.TaskEither<Rejection, Loaded<unknown>> => {
  const id = campaignId(own.accountId, retailCampaignIdx)
  return pipe(
    checked,
    TE.tap(() => mustHaveNoCreatives(work, own, retailCampaignIdx)),
    TE.map(checkedCampaign => ({
      kind: 'CreateRetailCampaign' as const,
      campaign: { ...checkedCampaign, retailCampaignIdx },
      ...(copied ? { copied } : {}),
      at,
    })),
    TE.flatMap(create => executed(work, retailCampaign, id, create)),
    TE.filterOrElse(
      done => hasChanged(done),
      () => taken(retailCampaignIdx),
    ),
  )
}

/** Of a number that a crash left reserved: there must be no campaign by now. */
const mustBeUnused = (work: Work, own: Started, idx: number): TE.TaskEither<Rejection, unknown> =>
  idx === own.retailCampaignIdx
    ? TE.right(undefined)
    : pipe(
        loaded(work, retailCampaign, campaignId(own.accountId, idx)),
        TE.filterOrElse(
          ({ state }) => state === undefined,
          () => taken(idx),
        ),
      )

/** Of a number that a crash left reserved: a clone may have got creatives under it. */
const mustHaveNoCreatives = (work: Work, own: Started, idx: number): TE.TaskEither<Rejection, unknown> =>
  idx === own.retailCampaignIdx
    ? TE.right(undefined)
    : pipe(
        loaded(work, creatives, campaignId(own.accountId, idx)),
        TE.filterOrElse(
          ({ state }) => state.creatives.size === 0,
          () => taken(idx),
        ),
      )

const taken = (retailCampaignIdx: number): Rejection =>
  rejection('external-id-taken', `Retail campaign ${retailCampaignIdx} of this account has this externalId.`, {
    extra: { retailCampaignIdx },
  })
