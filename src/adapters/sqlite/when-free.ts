import Database from 'better-sqlite3'

const cell = new Int32Array(new SharedArrayBuffer(4))

/** Blocks this thread for a short random time, at most a millisecond. */
export const pauseBriefly = (): void => {
  Atomics.wait(cell, 0, 0, 0.1 + Math.random() * 0.9)
}

/** Whether another connection, possibly of another process, currently locks the file. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')

/**
 * Runs `attempt` until the file is free, blocking this thread for at most `limitMs`; then throws. Short random pauses
 * replace SQLite's busy timeout, whose growing pauses let one of several writers starve (ARCH-20).
 */
export const whenFree = <T>(attempt: () => T, limitMs: number): T => {
  const deadline = performance.now() + limitMs
  for (;;) {
    try {
      return attempt()
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline) throw error
    }
    pauseBriefly()
  }
}
