import { BlobsUnavailable } from './blobs.ts'

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is exceeded',
  EROFS: 'the disk is mounted read-only',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EIO: 'the disk reports an I/O error',
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Whether an error is the disk's: it is full, read-only or broken. */
export const isOfDisk = (error: unknown): boolean => codeOf(error) in reasons

const owners = 'check who owns it, and the folders above it'
const advices: Readonly<Record<string, string>> = {
  EACCES: owners,
  EPERM: owners,
  ENOTDIR: 'a file is in the place of a folder above it',
  EMFILE: 'too many files are open: raise ulimit -n',
}

/** An error of the disk at a path, in one line for operators; undefined for every other error. */
export const diskFaultInWords = (error: unknown): string | undefined => {
  const code = codeOf(error)
  const words = [reasons[code], advices[code] ?? 'check its disk'].filter(part => part !== undefined).join(': ')
  const { path } = error as NodeJS.ErrnoException
  return path === undefined || !(code in reasons || code in advices) ? undefined : `${path} (${code}): ${words}`
}

/** Rethrows disk errors as BlobsUnavailable, and all other errors unchanged. */
export const diskFault = (error: unknown): never => {
  const code = codeOf(error)
  const reason = reasons[code]
  throw reason === undefined ? error : new BlobsUnavailable(`${reason} (${code}): check the disk of DATA_DIR`)
}
