import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { type ChannelUse, channelUses } from '../../projections/media-channels/channel-uses.ts'
import { type Rejection, rejection } from '../domain/shared/decider.ts'
import type { Caller } from '../engine/operation.ts'
import { findDocuments } from '../engine/read/documents.ts'
import * as TE from '../engine/task-either.ts'
import type { Ports } from '../ports/ports.ts'

const catchUpMs = 5_000

const behind = rejection(
  'read-models-behind',
  'The read models are behind, so whether a campaign uses the channel is not known yet. Retry.',
)

/** A campaign that runs on the channel. */
const runningOn = async ({ readModels }: Ports, mediaChannelIdx: number): Promise<ChannelUse | undefined> => {
  const uses = [
    { field: ['mediaChannelIdx'], is: '=', value: mediaChannelIdx },
    { field: ['activatedOn'], is: '=', value: mediaChannelIdx },
  ] as const
  const running = { field: ['status'], is: 'in', values: ['IN_PROGRESS', 'PUBLISHED', 'ACTIVE'] } as const
  const [use] = await findDocuments(readModels, channelUses, { where: { all: [{ any: uses }, running] }, limit: 1 })
  return use
}

/** Names the campaign only to callers whose key covers its account. */
const inUse = ({ accountId, retailCampaignIdx }: ChannelUse, { accounts }: Caller): Rejection =>
  rejection(
    'media-channel-in-use',
    'A retail campaign that is in progress, published or active uses the channel. End it first.',
    accounts === '*' || accounts.includes(accountId) ? { extra: { retailCampaignIdx } } : {},
  )

/** Refuses a channel that a running campaign uses, by read models that have caught up with the log. */
export const mustNotBeInUse = (
  ports: Ports,
  caller: Caller,
  mediaChannelIdx: number,
): TE.TaskEither<Rejection, unknown> =>
  pipe(
    TE.fromTask(async () => ports.readModels.waitFor(await ports.log.head(), catchUpMs)),
    TE.filterOrElse(
      caughtUp => caughtUp,
      () => behind,
    ),
    TE.flatMapTask(() => () => runningOn(ports, mediaChannelIdx)),
    TE.flatMapEither(use => (use ? E.left(inUse(use, caller)) : E.right(undefined))),
  )
