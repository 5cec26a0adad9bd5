import * as E from 'fp-ts/lib/Either.js'
import { linkDays } from '../approval/link.ts'
import type { ApprovalStatus } from '../approval/status.ts'
import { type AttemptCommand, type AttemptEvents, claimLost, decideAttempt, ifHeld } from '../shared/claim.ts'
import type { Aggregate } from '../shared/decider.ts'
import { type Rejection, rejection } from '../shared/decider.ts'
import { decideJob, type JobCommand } from '../shared/job.ts'
import { assetsToMake, type CampaignChannel, channelRefusal } from './channel.ts'
import { ActivationEvent, type RunChannel } from './events.ts'
import { evolveActivation } from './evolve.ts'
import { overReason } from './over.ts'
import { type Activation, isPushing, lastSnapshot, notActivated, shownStatus } from './state.ts'

type Data<N extends ActivationEvent['type']> = Extract<ActivationEvent, { type: N }>['data']

export type ActivationCommand =
  | ({
      readonly kind: 'Activate'
      readonly creatives: number
      readonly approval: ApprovalStatus
      /** Absent: the campaign names no media channel. */
      readonly channel?: CampaignChannel
      /** The last day of the campaign, YYYY-MM-DD. */
      readonly endDate?: string
    } & Omit<Data<'ActivationRequested'>, 'run' | 'channel'>)
  | AttemptCommand
  | JobCommand
  | ({ readonly kind: 'Progress' } & Data<'ActivationProgressed'>)
  | ({ readonly kind: 'Complete'; readonly attempt: number } & Data<'ActivationCompleted'>)
  | ({ readonly kind: 'Fail'; readonly attempt: number } & Data<'ActivationFailed'>)
  | ({ readonly kind: 'RequestPush'; readonly attempt: number } & Data<'ActivationPushRequested'>)
  | ({ readonly kind: 'Publish' } & Data<'ActivationPublished'>)
  | ({ readonly kind: 'Review' } & Data<'ActivationReviewed'>)
  /** The tags of the run could not be pushed. */
  | ({ readonly kind: 'FailPush'; readonly run: number } & Data<'ActivationFailed'>)
  /** `creatives`: how many were saved; the refusal names the status that readers see. */
  | ({ readonly kind: 'EndCampaign'; readonly creatives?: number } & Data<'CampaignEnded'>)

type Decided = E.Either<Rejection, readonly ActivationEvent[]>

const ended = rejection(
  'campaign-ended',
  'The campaign has ended and cannot be activated again. Clone it to run it again.',
)

/** What to do about each approval status that keeps a campaign from being activated. */
export const needsApproval: Readonly<Record<Exclude<ApprovalStatus, 'Approved'>, string>> = {
  Unavailable: 'The campaign needs approval first; it is Unavailable. Submit an approval request.',
  Pending: `The campaign needs approval first; it is Pending. Wait for the approvers to answer; their links end ${linkDays} days after the request, then submit a new one.`,
  Rejected:
    'The campaign needs approval first; it is Rejected. Submit a new approval request, after the changes that the approvers ask for.',
  Invalid: 'The campaign needs approval first; it is Invalid, as the content changed. Submit a new approval request.',
}

const runChannel = ({ status: _, push, ...channel }: CampaignChannel): RunChannel => {
  const [dspConfigId] = push?.configIds ?? []
  return dspConfigId === undefined ? channel : { ...channel, dspConfigId }
}

const activate = (command: Extract<ActivationCommand, { kind: 'Activate' }>, state: Activation): Decided => {
  const { kind: _, creatives, approval, channel, endDate, assetGenerationType: requested, ...rest } = command
  if (state.status === 'ENDED') return E.left(ended)
  const over = overReason(endDate, rest.at)
  if (over !== undefined) return E.left(rejection('campaign-ended', over))
  if (state.status === 'IN_PROGRESS') return E.right([])
  const refused = channelRefusal(channel)
  if (refused !== undefined) return E.left(refused)
  if (creatives === 0)
    return E.left(
      rejection(
        'nothing-to-activate',
        'The campaign has no creative yet. Save one first, or load rows into its product feed.',
      ),
    )
  if (approval !== 'Approved') return E.left(rejection('approval-required', needsApproval[approval]))
  const assetGenerationType = assetsToMake(channel, requested)
  const data = {
    run: state.run + 1,
    ...rest,
    // one that is named twice would fire twice
    trackerTypes: [...new Set(rest.trackerTypes)],
    ...(assetGenerationType === undefined ? {} : { assetGenerationType }),
    ...(channel === undefined ? {} : { channel: runChannel(channel) }),
  }
  return E.right([{ type: 'ActivationRequested', data }])
}

const attempts: AttemptEvents<ActivationEvent> = {
  repeated: data => ({ type: 'ActivationAttemptFailed', data }),
  failed: ({ reason, at }) => ({ type: 'ActivationFailed', data: { message: reason, at } }),
}

/** Whether a worker is to make something: a campaign that has ended meanwhile must not be reactivated. */
const goesOn = (state: Activation): boolean => state.status === 'IN_PROGRESS' && !isPushing(state)
const over = claimLost('the run is over, or waits for the DSP')

const held = (state: Activation, attempt: number, event: ActivationEvent): Decided =>
  goesOn(state) ? ifHeld(state.attempts, attempt, event) : over

const end = (state: Activation, data: Data<'CampaignEnded'>, creatives = 0): Decided => {
  if (state.status === 'ENDED') return E.right([])
  // a campaign with a snapshot is served, even if a later activation failed
  if (lastSnapshot(state) !== undefined) return E.right([{ type: 'CampaignEnded', data }])
  const status = shownStatus(state, creatives)
  return E.left(rejection('campaign-not-active', `Only a running campaign can be ended; this one is ${status}.`))
}

/** A campaign's activation; its stream is `activation-<account>:<retailCampaignIdx>` (ACTIVATION-3, ACTIVATION-4, CAMPAIGN-9). */
export const activation: Aggregate<ActivationCommand, Activation, ActivationEvent> = {
  category: 'activation',
  subject: 'campaign',
  events: ActivationEvent,
  initialState: notActivated,
  evolve: evolveActivation,
  decide(command, state) {
    switch (command.kind) {
      case 'Activate':
        return activate(command, state)
      case 'FailAttempt':
        return goesOn(state) ? decideAttempt(command, state.attempts, attempts) : over
      case 'RetryJob':
      case 'SkipJob':
      case 'CancelJob': {
        const job = { goesOn: goesOn(state), failed: state.status === 'FAILED', attempts: state.attempts }
        return decideJob(command, job, { ...attempts, retried: data => ({ type: 'ActivationRetried', data }) })
      }
      case 'Progress': {
        const { kind: _, ...data } = command
        return held(state, data.attempt, { type: 'ActivationProgressed', data })
      }
      case 'Complete': {
        const { kind: _, attempt, ...data } = command
        return held(state, attempt, { type: 'ActivationCompleted', data })
      }
      case 'Fail': {
        const { kind: _, attempt, ...data } = command
        return held(state, attempt, { type: 'ActivationFailed', data })
      }
      case 'RequestPush': {
        const { kind: _, attempt, ...data } = command
        return held(state, attempt, { type: 'ActivationPushRequested', data })
      }
      case 'Publish': {
        const { kind: _, ...data } = command
        return E.right(isPushing(state) && state.run === data.run ? [{ type: 'ActivationPublished', data }] : [])
      }
      case 'Review': {
        const { kind: _, ...data } = command
        const isAwaited = state.status === 'PUBLISHED' && state.run === data.run
        return E.right(isAwaited ? [{ type: 'ActivationReviewed', data }] : [])
      }
      case 'FailPush': {
        const { kind: _, run, ...data } = command
        return E.right(isPushing(state) && state.run === run ? [{ type: 'ActivationFailed', data }] : [])
      }
      case 'EndCampaign': {
        const { kind: _, creatives, ...data } = command
        return end(state, data, creatives)
      }
    }
  },
}
