import type { Readable } from 'node:stream'

export type BlobInfo = { readonly sha256: string; readonly size: number }
/** A blob that is kept; `modifiedAt` is when it was last put, to the hour. */
export type KeptBlob = BlobInfo & { readonly modifiedAt: Date }
/** How a browser is to save a blob. */
export type SavedAs = { readonly filename: string; readonly contentType: string; readonly expiresSeconds: number }

/** Bytes by their SHA-256 (hex). Every adapter passes `test/adapters/blobs.contract.ts`. */
export type Blobs = {
  /**
   * Stores bytes durably and answers their hash. Written to a temporary name, synced, then renamed, so that a blob is whole
   * or absent. More than `maxBytes`: rejects with BlobTooLarge and leaves nothing behind. Bytes that are there already are
   * kept once, and count as put now: the sweep spares what is young.
   */
  put(bytes: Readable | Uint8Array, options?: { readonly maxBytes?: number }): Promise<BlobInfo>
  /** Undefined when absent. */
  stat(sha256: string): Promise<KeptBlob | undefined>
  /** Rejects with BlobMissing when absent. `start` and `end` (inclusive) as in a Range header. */
  open(sha256: string, range?: { readonly start: number; readonly end: number }): Promise<Readable>
  read(sha256: string): Promise<Buffer>
  delete(sha256: string): Promise<void>
  list(): AsyncIterable<KeptBlob>
  /** A link under which anybody may fetch the blob from the store itself for a while; absent where a store has none. */
  presign?(sha256: string, as: SavedAs): Promise<string>
}

export class BlobTooLarge extends Error {
  override readonly name = 'BlobTooLarge'
}
/** The bytes are not those that the hash names: the file was changed or cut short. */
export class BlobDamaged extends Error {
  override readonly name = 'BlobDamaged'
  constructor(sha256: string) {
    super(`the file ${sha256} is damaged`)
  }
}
export class BlobMissing extends Error {
  override readonly name = 'BlobMissing'
}
/** The store cannot be reached or refuses us; the message names the store and says nothing secret. */
export class BlobsUnavailable extends Error {
  override readonly name = 'BlobsUnavailable'
}
