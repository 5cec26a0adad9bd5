import { execFileSync } from 'node:child_process'
import { appendFile, mkdtemp, rm, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk of its own that a test can fill. */
export type SmallDisk = {
  readonly folder: string
  /** Takes all the room that is left. */
  fill(): Promise<void>
  /** Gives it back. */
  free(): Promise<void>
  /** Mounts it again so that nothing can be written; nobody may have files of it open. */
  readOnly(): void
  close(): Promise<void>
}

const mounted = (...args: readonly string[]): boolean => {
  try {
    execFileSync('mount', args, { stdio: 'ignore' })
    return true
  } catch (error) {
    // not root, or a container that may not
    if (error instanceof Error) return false
    throw error
  }
}

/** Mounts a disk in memory; undefined where this process may not. */
export const smallDisk = async (megabytes: number): Promise<SmallDisk | undefined> => {
  const folder = await mkdtemp(join(tmpdir(), 'endcap-disk-'))
  if (!mounted('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none', folder)) {
    await rm(folder, { recursive: true })
    return undefined
  }
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill: async () => {
      const full = (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOSPC') throw error
      }
      await appendFile(ballast, Buffer.alloc(megabytes * 2 ** 20)).catch(full)
    },
    free: () => unlink(ballast),
    readOnly: () => void execFileSync('mount', ['-o', 'remount,ro', folder]),
    close: async () => {
      execFileSync('umount', [folder])
      await rm(folder, { recursive: true })
    },
  }
}
