import { rm, writeFile } from 'node:fs/promises'
import { UserError } from './user-error.ts'
import { WrongUse } from './wrong-use.ts'

/** Codes of paths at which no file can be made. */
const wrongPath = new Set(['EEXIST', 'ENOENT', 'EACCES', 'EISDIR', 'ENOTDIR', 'EROFS'])

/**
 * The error of writing a new file, for people: WrongUse if none can be made at its path. Otherwise, as on a full disk, what was
 * written is removed, since a file in its place would refuse the next try.
 */
export const notWritten = async (file: string, error: unknown): Promise<UserError> => {
  const { code = '', message } = error as NodeJS.ErrnoException
  if (wrongPath.has(code)) return new WrongUse(`${file} cannot be written: ${message}`)
  await rm(file, { force: true })
  return new UserError(`${file} could not be written: ${message}`)
}

/** Writes a new file to disk; never replaces one. Rejects with a UserError. */
export const writeNew = async (file: string, content: string | Uint8Array): Promise<void> => {
  try {
    await writeFile(file, content, { flag: 'wx', flush: true })
  } catch (error) {
    throw await notWritten(file, error)
  }
}
