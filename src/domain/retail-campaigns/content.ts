import { sha256 } from '../shared/digest.ts'

/** What a campaign's content hash is made of (decision 20). */
export type ContentParts = {
  /** Of ad units and click-through, from the campaign's last event. */
  readonly campaignHash: string
  /** Of all creatives, from their last event; empty when there is none. */
  readonly creativesHash: string
  /** Library paths that creatives or ad units name and that hold nothing yet; they are content as soon as they do. */
  readonly missingAssets: readonly string[]
}

/**
 * The campaign's content hash (decision 20). A library path holds one content for ever, so the path stands for its bytes;
 * only whether a path holds anything can change, and `missingAssets` says so.
 */
export const contentHash = (parts: ContentParts): string =>
  sha256([parts.campaignHash, parts.creativesHash, ...[...parts.missingAssets].sort()].join('\n'))
