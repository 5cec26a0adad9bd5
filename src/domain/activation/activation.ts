import * as E from 'fp-ts/lib/Either.js'
import { holds, mayClaim, retryAt, stopped } from '../shared/claim.ts'
import type { Aggregate } from '../shared/decider.ts'
import { type Rejection, rejection } from '../shared/decider.ts'
import { assetsToMake, type CampaignChannel, channelRefusal } from './channel.ts'
import { ActivationEvent, type RunChannel } from './events.ts'
import { type Activation, evolveActivation, notActivated } from './state.ts'

type Data<N extends ActivationEvent['type']> = Extract<ActivationEvent, { type: N }>['data']

export type ActivationCommand =
  | ({
      readonly kind: 'Activate'
      readonly creatives: number
      readonly approved: boolean
      /** Absent: the campaign names no media channel. */
      readonly channel?: CampaignChannel
    } & Omit<Data<'ActivationRequested'>, 'run' | 'channel'>)
  | ({ readonly kind: 'StartActivation' } & Data<'ActivationStarted'>)
  | ({ readonly kind: 'ShowLife' } & Data<'ActivationHeartbeat'>)
  | ({ readonly kind: 'Progress' } & Data<'ActivationProgressed'>)
  | { readonly kind: 'FailAttempt'; readonly attempt: number; readonly reason: string; readonly at: string }
  | { readonly kind: 'ReleaseAttempt'; readonly attempt: number; readonly at: string }
  | ({ readonly kind: 'Complete'; readonly attempt: number } & Data<'ActivationCompleted'>)
  | ({ readonly kind: 'Fail'; readonly attempt: number } & Data<'ActivationFailed'>)
  | ({ readonly kind: 'EndCampaign' } & Data<'CampaignEnded'>)

type Decided = E.Either<Rejection, readonly ActivationEvent[]>

const ended = rejection(
  'campaign-ended',
  'The campaign has ended; an ended campaign cannot be activated again. Clone it.',
)

const runChannel = ({ status: _, ...channel }: CampaignChannel): RunChannel => channel

const activate = (command: Extract<ActivationCommand, { kind: 'Activate' }>, state: Activation): Decided => {
  const { kind: _, creatives, approved, channel, assetGenerationType: asked, ...rest } = command
  if (state.status === 'IN_PROGRESS') return E.right([])
  if (state.status === 'ENDED') return E.left(ended)
  const refused = channelRefusal(channel)
  if (refused !== undefined) return E.left(refused)
  if (creatives === 0)
    return E.left(rejection('nothing-to-activate', 'The campaign has no creative yet. Save one first.'))
  if (!approved)
    return E.left(
      rejection(
        'approval-required',
        'The campaign needs approval first: submit an approval request and wait for status Approved.',
      ),
    )
  const assetGenerationType = assetsToMake(channel, asked)
  const data = {
    run: state.run + 1,
    ...rest,
    ...(assetGenerationType === undefined ? {} : { assetGenerationType }),
    ...(channel === undefined ? {} : { channel: runChannel(channel) }),
  }
  return E.right([{ type: 'ActivationRequested', data }])
}

/** A worker that comes late, as the campaign was ended before it began, must not bring it back. */
const start = (state: Activation, data: Data<'ActivationStarted'>): Decided =>
  state.status === 'IN_PROGRESS'
    ? E.map((): ActivationEvent[] => [{ type: 'ActivationStarted', data }])(mayClaim(state.attempts, data.attempt))
    : E.left(rejection('claim-lost', 'the run is over'))

const held = (state: Activation, attempt: number, event: ActivationEvent): Decided =>
  E.map(() => [event])(holds(state.attempts, attempt))

const failAttempt = (state: Activation, attempt: number, reason: string, at: string): Decided => {
  const again = retryAt(state.attempts, at)
  return held(
    state,
    attempt,
    again === undefined
      ? { type: 'ActivationFailed', data: { message: reason, at } }
      : { type: 'ActivationAttemptFailed', data: { attempt, reason, retryAt: again, at } },
  )
}

const end = (state: Activation, data: Data<'CampaignEnded'>): Decided => {
  if (state.status === 'ENDED') return E.right([])
  // what has a snapshot is being served, whatever a later activation came to
  if (state.snapshot !== undefined) return E.right([{ type: 'CampaignEnded', data }])
  return E.left(
    rejection('campaign-not-active', `Only a campaign that runs can be ended; this one is ${state.status}.`),
  )
}

/** A campaign's activation; its stream is `activation-<account>:<retailCampaignIdx>` (decisions 18 to 20). */
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
      case 'StartActivation': {
        const { kind: _, ...data } = command
        return start(state, data)
      }
      case 'ShowLife': {
        const { kind: _, ...data } = command
        return held(state, data.attempt, { type: 'ActivationHeartbeat', data })
      }
      case 'Progress': {
        const { kind: _, ...data } = command
        return held(state, data.attempt, { type: 'ActivationProgressed', data })
      }
      case 'FailAttempt':
        return failAttempt(state, command.attempt, command.reason, command.at)
      case 'ReleaseAttempt': {
        const { attempt, at } = command
        const data = { attempt, reason: stopped, retryAt: at, released: true as const, at }
        return held(state, attempt, { type: 'ActivationAttemptFailed', data })
      }
      case 'Complete': {
        const { kind: _, attempt, ...data } = command
        return held(state, attempt, { type: 'ActivationCompleted', data })
      }
      case 'Fail': {
        const { kind: _, attempt, ...data } = command
        return held(state, attempt, { type: 'ActivationFailed', data })
      }
      case 'EndCampaign': {
        const { kind: _, ...data } = command
        return end(state, data)
      }
    }
  },
}
