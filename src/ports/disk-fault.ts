import { BlobsUnavailable } from './blobs.ts'

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the disk is mounted read-only',
  EACCES: 'this user may not write there',
  EIO: 'the disk does not answer as it should',
}

/** What the disk says, as a store that is unavailable; errors that are nobody's disk are thrown on. */
export const diskFault = (error: unknown): never => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = reasons[code]
  throw reason === undefined ? error : new BlobsUnavailable(`${reason} (${code}): check the disk of DATA_DIR`)
}
