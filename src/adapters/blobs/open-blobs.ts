import { join } from 'node:path'
import { withoutLastSlash } from '../../domain/shared/trimmed.ts'
import { localFolderBlobs } from './local-folder.ts'
import type { OpenedBlobs } from './s3.ts'

/** Where files are stored. `blobUrl`: `s3://bucket/prefix`. */
export type BlobPlace = {
  readonly dataDir: string
  readonly blobUrl: string | undefined
  /** Folder for files on their way, on the disk of the data folder; default: `blobs/.incoming` there. */
  readonly incoming?: string
}

/** Opens the blobs of BLOB_URL (`s3://bucket/prefix`), or those in the data folder. */
export const openBlobs = async ({ dataDir, blobUrl, incoming }: BlobPlace): Promise<OpenedBlobs> => {
  const root = join(dataDir, 'blobs')
  if (blobUrl === undefined) return { blobs: await localFolderBlobs(root, incoming), close: () => undefined }
  // loaded on demand: the S3 client is large, and most nodes do not use it
  const { openS3Blobs } = await import('./s3.ts')
  const { hostname, pathname } = new URL(blobUrl)
  const prefix = withoutLastSlash(decodeURIComponent(pathname)).replace(/^\/+/, '')
  return openS3Blobs({ bucket: hostname, prefix, incoming: incoming ?? join(root, '.incoming') })
}
