import type { RecommendationConfig } from '../domain/asset-sources/recommendation-config.ts'
import type { FeedFault, ParsedFeed } from './feed-parser.ts'

/** What recommendations are computed from. Files are on this node. */
export type RecommendationWork = {
  /** The row file of the products; the first row of a key is the product. */
  readonly rows: string
  readonly keyColumn: string
  /** The row file of the view events, if there are any. */
  readonly views?: string | undefined
  readonly config: RecommendationConfig
}

/** A file of view events as it was sent. `salt` is mixed into the numbers that stand for cookies, and is then forgotten. */
export type ViewFile = { readonly path: string; readonly salt: string }

/**
 * Computes recommendations, and checks view events, apart from everything else that the node does, in turn for the accounts: with limits
 * of time, memory, rows and bytes. What a customer sends can only make it fail.
 */
export type Recommender = {
  /** Computes the rows of a recommendation source into a row file at `out`. `onRows` is called now and then with the rows so far. */
  recommend(
    accountId: string,
    work: RecommendationWork,
    options: { readonly out: string; readonly signal: AbortSignal; readonly onRows: (rows: number) => void },
  ): Promise<ParsedFeed | FeedFault>
  /** Reads view events into a row file at `out`. Faults name lines, which count from 1, and never what is in them. */
  checkViews(accountId: string, file: ViewFile, out: string): Promise<ParsedFeed | FeedFault>
  close(): Promise<void>
}
