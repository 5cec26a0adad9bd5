import { BlobsUnavailable } from './blobs.ts'

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is exceeded',
  EROFS: 'the disk is mounted read-only',
  EACCES: 'permission denied',
  EIO: 'the disk reports an I/O error',
}

/** Rethrows disk errors as BlobsUnavailable, and all other errors unchanged. */
export const diskFault = (error: unknown): never => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = reasons[code]
  throw reason === undefined ? error : new BlobsUnavailable(`${reason} (${code}): check the disk of DATA_DIR`)
}
