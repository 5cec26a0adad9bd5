import type { Readable } from 'node:stream'

export type BlobInfo = { readonly sha256: string; readonly size: number }
/** A stored blob. `modifiedAt` is when it was last put, to the hour. */
export type KeptBlob = BlobInfo & { readonly modifiedAt: Date }
/** How a browser saves a downloaded blob. */
export type SavedAs = { readonly filename: string; readonly contentType: string; readonly expiresSeconds: number }

export type PutOptions = {
  readonly maxBytes?: number
  /** Called when hash and size are known, before the bytes are stored; if it rejects, so does the put, and nothing is stored. */
  readonly mayStore?: (info: BlobInfo) => Promise<void>
}

/** Content-addressed storage: bytes by their SHA-256 (hex). Every adapter passes `test/adapters/blobs.contract.ts`. */
export type Blobs = {
  /**
   * Stores bytes durably and returns their hash. A blob is either complete or absent. More than `maxBytes`: rejects
   * with BlobTooLarge and stores nothing. Bytes that are already stored are not stored twice, but count as put now,
   * since the sweep keeps recent blobs.
   */
  put(bytes: Readable | Uint8Array, options?: PutOptions): Promise<BlobInfo>
  /** Undefined if absent. */
  stat(sha256: string): Promise<KeptBlob | undefined>
  /** Rejects with BlobMissing if absent. `start` and `end` (inclusive) as in a Range header. */
  open(sha256: string, range?: { readonly start: number; readonly end: number }): Promise<Readable>
  read(sha256: string): Promise<Buffer>
  delete(sha256: string): Promise<void>
  /**
   * Deletes a blob that was last put at `putUntil` or before. false: it was put later, perhaps while this was running, and is kept. An
   * absent one counts as deleted. A put that has ended is never undone, also by another node's call.
   */
  deleteOld(sha256: string, putUntil: Date): Promise<boolean>
  list(): AsyncIterable<KeptBlob>
  /**
   * A temporary link that lets anyone download the blob directly from the store. Undefined if the store has no such
   * links.
   */
  presign?(sha256: string, as: SavedAs): Promise<string>
}

export class BlobTooLarge extends Error {
  override readonly name = 'BlobTooLarge'
}
/** The bytes do not match the hash: the file was changed or truncated. */
export class BlobDamaged extends Error {
  override readonly name = 'BlobDamaged'
  constructor(sha256: string) {
    super(`the file ${sha256} is damaged`)
  }
}
export class BlobMissing extends Error {
  override readonly name = 'BlobMissing'
}
/** The store cannot be reached or rejects the request. The message names the store and contains no secrets. */
export class BlobsUnavailable extends Error {
  override readonly name = 'BlobsUnavailable'
}
