import { access, constants, mkdir } from 'node:fs/promises'

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EROFS: 'its disk is mounted read-only',
  ENOTDIR: 'a file is in its place',
  EEXIST: 'a file is in its place',
  ENOSPC: 'the disk is full',
}

/** Creates DATA_DIR if it is missing. Returns why it cannot be used, if so. */
export const whyNotUsable = async (dataDir: string): Promise<string | undefined> => {
  try {
    await mkdir(dataDir, { recursive: true })
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    return undefined
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    return reasons[code] ?? message
  }
}
