import { execFileSync } from 'node:child_process'
import { appendFile, mkdtemp, rm, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A separate disk that a test can fill. */
export type SmallDisk = {
  readonly folder: string
  /** Fills the remaining space. */
  fill(): Promise<void>
  /** Frees the space. */
  free(): Promise<void>
  /** Remounts the disk read-only; no process may have files on it open. */
  readOnly(): void
  close(): Promise<void>
}

const mounted = (...args: readonly string[]): boolean => {
  try {
    execFileSync('mount', args, { stdio: 'ignore' })
    return true
  } catch (error) {
    // not root, or not permitted in this container
    if (error instanceof Error) return false
    throw error
  }
}

/** Mounts a disk in memory; undefined if this process may not. */
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
