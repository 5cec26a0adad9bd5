import type { AssetSource } from '../domain/asset-sources/asset-source-state.ts'
import type { Understood } from '../domain/asset-sources/feed-format.ts'
import type { RemoteSettings } from '../domain/asset-sources/remote.ts'
import type { ColumnRoles } from '../domain/asset-sources/roles.ts'
import type { RowSet } from '../domain/asset-sources/row-set.ts'
import type { Rejection } from '../domain/shared/decider.ts'
import type { FeedFault } from './feed-parser.ts'

/** What is fetched for whom. */
export type RemoteFetch = {
  readonly accountId: string
  readonly settings: Omit<RemoteSettings, 'secretId' | 'cacheTime'>
  readonly additionalParams?: string | undefined
  /** Rows that lack one of these columns are not stored. */
  readonly roles: ColumnRoles
  /** The rows of the last load: the same ones are not stored again. */
  readonly known?: RowSet | undefined
}

/** Rows that were stored, and how many others were left out or lost cells. */
export type FetchedRows = {
  readonly set: RowSet
  readonly faultyRows: number
  readonly warnings?: readonly string[] | undefined
  /** How the answer was read. */
  readonly understood?: Understood | undefined
}

/** Why rows are not served. `refused`: the refusal of a request for them, if it is not that the address cannot be read. */
export type FetchFault = FeedFault & { readonly refused?: Rejection }

/**
 * The rows of remote asset sources (SOURCE-13), fetched in turn for the accounts, with limits of bytes, rows and time. What an address
 * answers can only make the fetch fail.
 */
export type RemoteRows = {
  /** Fetches and stores rows now, for somebody who waits: within 10 seconds. */
  fetch(wanted: RemoteFetch): Promise<FetchedRows | FetchFault>
  /** Somebody reads the source: if a fetch is due, it runs in the background, once whatever number of readers. Returns at once. */
  noteReader(source: AssetSource): void
  /** Ends the fetches that run, and waits until they have. */
  close(): Promise<void>
}
