import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { mustFitWhenCopied } from '../domain/creatives/copy-creatives.ts'
import type { Creative } from '../domain/creatives/creative.ts'
import { type CopyCreatives, creatives } from '../domain/creatives/creatives.ts'
import type { CreativesState } from '../domain/creatives/state.ts'
import { campaignId } from '../domain/retail-campaigns/campaign-id.ts'
import type { CopiedCreatives, RetailCampaign } from '../domain/retail-campaigns/retail-campaign.ts'
import type { Rejection } from '../domain/shared/decider.ts'
import * as TE from '../engine/task-either.ts'
import type { Work } from '../engine/write/execute.ts'

/** Creatives that one command looks through. */
const atOnce = 1_000

/**
 * Copies creatives to a campaign that is about to be created, in parts of one append each, and gives what it then has; undefined
 * if there is nothing to copy. A creative too large to be copied is found before the first part. A command is repeated until it
 * finds nothing to copy, so that a repeat of an interrupted copy completes it even if the originals changed meanwhile.
 */
export const copiedCreatives = (
  work: Pick<Work, 'execute'>,
  { accountId, retailCampaignIdx, dataServiceId }: RetailCampaign,
  originals: readonly Creative[],
  missingAssets: readonly string[],
  at: string,
): TE.TaskEither<Rejection, CopiedCreatives | undefined> => {
  const copy: CopyCreatives = {
    kind: 'CopyCreatives',
    accountId,
    creatives: originals,
    missingAssets,
    retailCampaignIdx,
    dataServiceId,
    at,
  }
  return originals.length === 0
    ? TE.right(undefined)
    : pipe(
        TE.fromEither(mustFitWhenCopied(copy)),
        TE.flatMap(() => inParts(work, campaignId(accountId, retailCampaignIdx), copy)),
        TE.map(({ creatives: { size }, creativesHash, missingAssets: missing }) => ({
          creatives: size,
          creativesHash,
          missingAssets: [...missing],
        })),
      )
}

const inParts =
  (work: Pick<Work, 'execute'>, id: string, copy: CopyCreatives): TE.TaskEither<Rejection, CreativesState> =>
  async () => {
    let state = creatives.initialState
    for (let from = 0; from < copy.creatives.length; ) {
      const part = await work.execute(creatives, id, { ...copy, creatives: copy.creatives.slice(from, from + atOnce) })
      if (E.isLeft(part)) return part
      state = part.right.state
      if (part.right.events.length === 0) from += atOnce
    }
    return E.right(state)
  }
