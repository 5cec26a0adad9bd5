import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import type { SecretStore } from '../../ports/secret-store.ts'

const tries = 200
const pauseMs = 10

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')

/** The table `secrets` of DATA_DIR/log.db, through a connection of its own; the log's writer holds the same file only briefly. */
export const openSecretStore = (dataDir: string): SecretStore & { close(): void } => {
  mkdirSync(dataDir, { recursive: true })
  const db = new Database(join(dataDir, 'log.db'), { timeout: 0 })

  /** Writes as soon as nobody else does; gives up after two seconds. */
  const whenFree = async <A>(work: () => A): Promise<A> => {
    for (let tried = 1; ; tried++) {
      try {
        return work()
      } catch (error) {
        if (!isBusy(error) || tried === tries) throw error
      }
      await pause(pauseMs)
    }
  }
  const ready = whenFree(() => {
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = FULL')
    db.exec('CREATE TABLE IF NOT EXISTS secrets (id TEXT PRIMARY KEY, sealed TEXT NOT NULL)')
  })
  const read = (id: string) =>
    db.prepare<[string], { sealed: string }>('SELECT sealed FROM secrets WHERE id = ?').get(id)?.sealed
  return {
    async get(id) {
      await ready
      return read(id)
    },
    async put(id, sealed) {
      await ready
      await whenFree(() =>
        db.prepare('INSERT INTO secrets (id, sealed) VALUES (?, ?) ON CONFLICT DO NOTHING').run(id, sealed),
      )
      return read(id) ?? sealed
    },
    async delete(id) {
      await ready
      await whenFree(() => db.prepare('DELETE FROM secrets WHERE id = ?').run(id))
    },
    close: () => void db.close(),
  }
}
