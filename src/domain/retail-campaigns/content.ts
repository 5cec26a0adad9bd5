import { sha256 } from '../shared/digest.ts'

/** The parts of a campaign's content hash (CAMPAIGN-9). */
export type ContentParts = {
  /** Hash of ad units and click-through, from the campaign's last event. */
  readonly campaignHash: string
  /** Hash of all creatives, from their last event; empty if there are none. */
  readonly creativesHash: string
  /** Library paths without a file that creatives or ad units refer to; an upload to one changes the content. */
  readonly missingAssets: readonly string[]
  /** Hash of the rows of its product feed that the campaign shows; absent without a feed. */
  readonly productsHash?: string | undefined
}

/**
 * The campaign's content hash (CAMPAIGN-9). The content of a library path never changes, so the path represents its bytes.
 * Only whether a path has a file can change, which `missingAssets` covers.
 */
export const contentHash = (parts: ContentParts): string => {
  const products = parts.productsHash === undefined ? [] : [`products ${parts.productsHash}`]
  return sha256([parts.campaignHash, parts.creativesHash, ...[...parts.missingAssets].sort(), ...products].join('\n'))
}
