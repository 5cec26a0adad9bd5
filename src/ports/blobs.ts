import type { Readable } from 'node:stream'

export type BlobInfo = { readonly sha256: string; readonly size: number }

/** Bytes by their SHA-256 (hex). Every adapter passes `test/adapters/blobs.contract.ts`. */
export type Blobs = {
  /**
   * Stores bytes durably and answers their hash. Written to a temporary name, synced, then renamed, so that a blob is whole
   * or absent. More than `maxBytes`: rejects with BlobTooLarge and leaves nothing behind.
   */
  put(bytes: Readable | Uint8Array, options?: { readonly maxBytes?: number }): Promise<BlobInfo>
  /** Undefined when absent. */
  stat(sha256: string): Promise<BlobInfo | undefined>
  /** Rejects with BlobMissing when absent. `start` and `end` (inclusive) as in a Range header. */
  open(sha256: string, range?: { readonly start: number; readonly end: number }): Promise<Readable>
  read(sha256: string): Promise<Buffer>
  delete(sha256: string): Promise<void>
  list(): AsyncIterable<BlobInfo & { readonly modifiedAt: Date }>
}

export class BlobTooLarge extends Error {
  override readonly name = 'BlobTooLarge'
}
export class BlobMissing extends Error {
  override readonly name = 'BlobMissing'
}
