import type { BrandProfile } from '../domain/templates/brand.ts'
import type { PutOptions } from './blobs.ts'

/** What a brand is read from (TEMPLATE-2, TEMPLATE-3). A blob is named by its SHA-256; its kind is told from its bytes. */
export type BrandSource =
  /** A page or a PDF on the web. */
  | { readonly kind: 'url'; readonly url: string }
  /** A page, a PDF or a plain text that was uploaded. */
  | { readonly kind: 'document'; readonly blob: string }
  /** A picture, or a ZIP of pictures. */
  | { readonly kind: 'pictures'; readonly blob: string }
  /** A Photoshop document. */
  | { readonly kind: 'psd'; readonly blob: string }

/** Why a source cannot be read; `detail` is for the person who sent it. */
export type BrandFault = {
  readonly code: 'unreachable' | 'address-refused' | 'unreadable' | 'too-large' | 'ended'
  readonly detail: string
  /** The same source may be readable later. */
  readonly transient: boolean
}
export type BrandReading = { readonly profile: BrandProfile; readonly warnings: readonly string[] }

export const isBrandFault = (u: BrandReading | BrandFault): u is BrandFault => 'transient' in u

/**
 * Reads brands off the main thread, with bounds on time, memory and output (HTTP-20). Pictures that templates may show, and those that say what its pictures are like, are stored as blobs
 * before it answers. Nothing throws but a store that is away.
 */
export type BrandReader = {
  /** All sources as one profile; the first that says something wins, colors and texts are merged. `progress`: 0 to 1. */
  read(
    sources: readonly BrandSource[],
    options: {
      /** Whose turn it is: accounts share the readers of a node fairly. */
      readonly accountId: string
      /** The name that was sent; it decides which of several names in a source is that of the brand. */
      readonly retailerName?: string
      /** Ends the reading within a second with `ended`. */
      readonly signal: AbortSignal
      /** Asked before a picture is stored; if it rejects, nothing is stored and so does the reading. */
      readonly mayStore?: PutOptions['mayStore']
      readonly progress?: (done: number) => void
    },
  ): Promise<BrandReading | BrandFault>
  /** Why a file cannot be read, if its directory or header says so; undefined: it may be readable. Costs little, whatever the file unpacks to. */
  check(path: string): Promise<BrandFault | undefined>
  /** Ends what is being read. */
  close(): Promise<void>
}
