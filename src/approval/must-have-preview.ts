import * as E from 'fp-ts/lib/Either.js'
import type { Creative } from '../domain/creatives/creative.ts'
import { cut } from '../domain/shared/cut.ts'
import type { Rejection } from '../domain/shared/decider.ts'
import { refuse } from '../engine/reply.ts'
import type * as TE from '../engine/task-either.ts'
import type { Work } from '../engine/write/execute.ts'
import { filesInLog } from '../library/files-in-log.ts'
import type { CampaignContent } from '../lookups/campaign-from-log.ts'
import type { Ports } from '../ports/ports.ts'
import { feedCreatives, joinedCreatives } from '../products/shown-creatives.ts'
import { itemName, pairsOf } from '../rendering/drawings.ts'
import { foreseenFault } from '../rendering/foreseen-fault.ts'

/** Pairs of a creative and an ad unit that are composed to find one that can be shown, at most. */
const mostComposed = 10
/** Faults that the refusal names, at most. */
const mostNamed = 3

type PreviewPorts = Pick<Ports, 'blobs' | 'rowIndexes' | 'composer' | 'config' | 'pictureChecks'>

/** The first creatives of a campaign, one more than are composed. */
const firstCreatives = async (content: CampaignContent, ports: PreviewPorts): Promise<readonly Creative[]> => {
  const { campaign, creatives, products } = content
  if (campaign.assetSourceType === 'productFeed')
    return products ? (await feedCreatives(products, ports, mostComposed + 1)).creatives : []
  const saved = creatives.creatives
    .values()
    .take(mostComposed + 1)
    .toArray()
  return joinedCreatives(campaign.accountId, products, saved, ports)
}

/**
 * Refuses a campaign of which nothing can be shown (APPROVAL-5). It composes pairs until one can be shown, and at most ten: a campaign
 * with more is accepted, because another one may be shown.
 */
export const mustHavePreview =
  (content: CampaignContent, work: Work, ports: PreviewPorts): TE.TaskEither<Rejection, void> =>
  async () => {
    const { accountId, adUnits } = content.campaign
    const pairs = pairsOf(await firstCreatives(content, ports), adUnits)
    const filesOf = (paths: readonly string[]) => filesInLog(work, accountId, paths)
    const faults: string[] = []
    for (const pair of pairs.slice(0, mostComposed)) {
      const fault = await foreseenFault({ accountId, ...pair }, filesOf, ports)
      if (fault === undefined) return E.right(undefined)
      faults.push(`${itemName(pair)}: ${cut(fault.detail, 500)}`)
    }
    if (pairs.length > mostComposed || pairs.length === 0) return E.right(undefined)
    return refuse('nothing-to-preview', `No creative can be shown: ${faults.slice(0, mostNamed).join('; ')}.`)
  }
