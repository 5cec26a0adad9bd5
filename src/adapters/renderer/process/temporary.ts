import { tmpdir } from 'node:os'
import { canEnter, type RunAs } from './run-as.ts'

/** The folders that a machine has for temporary files: TMPDIR may be closed to other users, or have a long path. */
export const temporaryFolders = (): readonly string[] => [...new Set([tmpdir(), '/tmp'])]

/** The temporary folder of the system that a user may enter, whose path `fits`. `user` undefined: the user of this process. */
export const temporaryFor = async (
  user: RunAs | undefined,
  fits: (folder: string) => boolean = () => true,
): Promise<string> => {
  for (const folder of temporaryFolders().filter(fits))
    if (user === undefined || (await canEnter(user, folder).catch(() => false))) return folder
  return tmpdir()
}
