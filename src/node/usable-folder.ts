import { access, constants, mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isMissing } from '../adapters/backup/copy-files.ts'

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EROFS: 'its disk is mounted read-only',
  ENOTDIR: 'a file is in its place',
  EEXIST: 'a file is in its place',
  ENOENT: 'its file system allows no folder there',
  ENOSPC: 'the disk is full',
}

const reasonOf = (error: unknown, known = reasons): string => {
  const { code = '', message } = error as NodeJS.ErrnoException
  return known[code] ?? message
}

const isThere = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EEXIST'

/** Makes a folder and those above it. Not with `recursive`: that never ends where nothing can be made, as in /proc. */
const makeFolder = async (path: string): Promise<void> => {
  try {
    await mkdir(path)
  } catch (error) {
    if (isThere(error)) return
    if (!isMissing(error) || dirname(path) === path) throw error
    await makeFolder(dirname(path))
    await mkdir(path).catch(ofOther => {
      if (!isThere(ofOther)) throw ofOther
    })
  }
}

/** Creates a folder if it is missing. Returns why it cannot be used, if so. */
export const whyNotUsable = async (folder: string): Promise<string | undefined> => {
  try {
    await makeFolder(folder)
  } catch (error) {
    return reasonOf(error)
  }
  try {
    // with a slash, a file in its place is refused
    await access(`${folder}/`, constants.R_OK | constants.W_OK | constants.X_OK)
    return undefined
  } catch (error) {
    return reasonOf(error, { ...reasons, ENOENT: 'it is a link to a folder that does not exist' })
  }
}

/** Creates a file, with its folder, if it is missing. Returns why nothing can be appended to it, if so. */
export const whyNotAppendable = async (file: string): Promise<string | undefined> => {
  try {
    await makeFolder(dirname(file))
    await (await open(file, 'a', 0o600)).close()
    return undefined
  } catch (error) {
    return reasonOf(error, { ...reasons, EISDIR: 'a folder is in its place' })
  }
}

/** Returns why DATA_DIR cannot be read, if so. One that is missing is not created. */
export const whyNotReadable = async (dataDir: string): Promise<string | undefined> => {
  try {
    await access(`${dataDir}/`, constants.R_OK | constants.X_OK)
    return undefined
  } catch (error) {
    return isMissing(error) ? undefined : reasonOf(error, { ...reasons, EACCES: 'this user may not read it' })
  }
}
