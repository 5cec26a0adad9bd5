import { join } from 'node:path'
import { localFolderBlobs } from './local-folder.ts'
import type { OpenedBlobs } from './s3.ts'

/** Where files are kept. `blobUrl`: `s3://bucket/prefix`. */
export type BlobPlace = { readonly dataDir: string; readonly blobUrl: string | undefined }

/** The blobs that BLOB_URL names (`s3://bucket/prefix`), else those in the data folder. */
export const openBlobs = async ({ dataDir, blobUrl }: BlobPlace): Promise<OpenedBlobs> => {
  const root = join(dataDir, 'blobs')
  if (blobUrl === undefined) return { blobs: await localFolderBlobs(root), close: () => undefined }
  // loaded only where it is used: the client of S3 is large, and most nodes start without it
  const { openS3Blobs } = await import('./s3.ts')
  const { hostname, pathname } = new URL(blobUrl)
  const prefix = decodeURIComponent(pathname).replace(/^\/+|\/+$/g, '')
  return openS3Blobs({ bucket: hostname, prefix, incoming: join(root, '.incoming') })
}
