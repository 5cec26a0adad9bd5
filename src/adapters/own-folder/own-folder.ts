import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { onFile } from '../sqlite/file-fault.ts'
import { isBusy } from '../sqlite/when-free.ts'

/** A folder that belongs to this process until it ends, however it ends. */
export type OwnFolder = {
  readonly path: string
  /** Removes what ended processes have left. Never fails. */
  sweep(): Promise<void>
  /** Removes the folder. */
  close(): Promise<void>
}

/** A folder without a lock is being created, or its process ended before it had one. */
const maxAgeMs = 3_600_000
const lockIn = (folder: string): string => join(folder, 'lock')

/**
 * Locks a file until `close`, or until the process ends: the operating system then releases the lock, even after kill -9 and
 * for a process in another container. Undefined if another process holds it.
 */
const locked = (path: string, options: Database.Options = {}): Database.Database | undefined => {
  const db = new Database(path, { timeout: 0, ...options })
  try {
    db.exec('BEGIN EXCLUSIVE')
    return db
  } catch (error) {
    db.close()
    if (isBusy(error)) return undefined
    throw error
  }
}

/** Creates a folder below `root` and locks it; again if a sweep has taken it before it was locked. */
const created = async (root: string): Promise<{ readonly path: string; readonly lock: Database.Database }> => {
  const path = join(root, randomUUID())
  await mkdir(path, { recursive: true, mode: 0o700 })
  const lock = onFile(lockIn(path), () => locked(lockIn(path)))
  if (lock && existsSync(lockIn(path))) return { path, lock }
  lock?.close()
  return created(root)
}

const isOld = async (path: string): Promise<boolean> => Date.now() - (await stat(path)).mtimeMs > maxAgeMs

const remove = (path: string): Promise<void> => rm(path, { recursive: true, force: true })

/** Removes a folder that nobody has locked, or whose process has ended; it is locked meanwhile. */
const removeLeft = async (path: string): Promise<void> => {
  if (!existsSync(lockIn(path))) return (await isOld(path)) ? remove(path) : undefined
  const lock = locked(lockIn(path), { fileMustExist: true })
  if (lock) await remove(path).finally(() => lock.close())
}

/** Another process has removed it first. */
const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'SQLITE_CANTOPEN')

/**
 * Opens a folder of this process below `root`, which processes share, and removes what ended ones have left there.
 * `onError` is called for everything that cannot be removed.
 */
export const openOwnFolder = async (root: string, onError: (error: unknown) => void): Promise<OwnFolder> => {
  const { path, lock } = await created(root)
  const sweep = async (): Promise<void> => {
    for (const name of await readdir(root)) {
      const left = join(root, name)
      if (left !== path) await removeLeft(left).catch(error => (isGone(error) ? undefined : onError(error)))
    }
  }
  const sweepOrReport = () => sweep().catch(onError)
  await sweepOrReport()
  return {
    path,
    sweep: sweepOrReport,
    async close() {
      await remove(path)
      lock.close()
    },
  }
}
