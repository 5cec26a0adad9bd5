import { BlobsUnavailable } from './blobs.ts'

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is exceeded',
  EROFS: 'the disk is mounted read-only',
  EACCES: 'permission denied',
  EIO: 'the disk reports an I/O error',
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Whether an error is the disk's: it is full, read-only or broken. */
export const isOfDisk = (error: unknown): boolean => codeOf(error) in reasons

/** Rethrows disk errors as BlobsUnavailable, and all other errors unchanged. */
export const diskFault = (error: unknown): never => {
  const code = codeOf(error)
  const reason = reasons[code]
  throw reason === undefined ? error : new BlobsUnavailable(`${reason} (${code}): check the disk of DATA_DIR`)
}
