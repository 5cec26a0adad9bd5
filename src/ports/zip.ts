import type { Readable } from 'node:stream'

/** A file of an export's ZIP, with its manifest data. */
export type ZipEntry = {
  readonly name: string
  readonly bytes: Buffer
  readonly creativeName: string
  readonly adUnitId: number
  readonly adUnitName: string
  readonly width: number
  readonly height: number
  /** A remark for people. */
  readonly note?: string
}

/**
 * Writes entries as they arrive; the last file is `manifest.json`. The same entries produce the same bytes (decision
 * 26).
 */
export type Zipper = (entries: AsyncIterable<ZipEntry>) => Readable
