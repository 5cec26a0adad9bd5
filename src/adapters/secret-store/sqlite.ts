import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pRetry from 'p-retry'
import type { SecretStore } from '../../ports/secret-store.ts'
import { faultOf, onFile } from '../sqlite/file-fault.ts'
import { openForWriting } from '../sqlite/open-file.ts'
import { patience, writing } from '../sqlite/transaction.ts'
import { isBusy } from '../sqlite/when-free.ts'

const fileName = 'log.db'

/**
 * Runs the work as soon as no other connection writes, without blocking this thread; gives up after 5 s. Rejects with a
 * FileFault if the file cannot be read or written.
 */
const whenFree = <A>(work: () => A): Promise<A> =>
  pRetry(work, {
    retries: Number.POSITIVE_INFINITY,
    maxRetryTime: patience,
    // 3 to 5 ms, random, or this and the log's writer could collide for ever
    minTimeout: 2.5,
    factor: 1,
    randomize: true,
    shouldRetry: ({ error }) => isBusy(error),
  }).catch(error => {
    throw faultOf(fileName, error)
  })

/**
 * The table `secrets` of DATA_DIR/log.db, on a separate connection; every change is synced before it is acknowledged.
 */
export const openSecretStore = (dataDir: string): SecretStore & { close(): void } => {
  mkdirSync(dataDir, { recursive: true })
  const db = openForWriting(join(dataDir, fileName), 'FULL')
  // a destroyed key is overwritten in the file, not only marked as deleted
  db.pragma('secure_delete = ON')
  onFile(fileName, () =>
    writing(db)(() => db.exec('CREATE TABLE IF NOT EXISTS secrets (id TEXT PRIMARY KEY, sealed TEXT NOT NULL)')),
  )
  const select = db.prepare<[string], string>('SELECT sealed FROM secrets WHERE id = ?').pluck()
  const insert = db.prepare<[string, string]>('INSERT INTO secrets (id, sealed) VALUES (?, ?) ON CONFLICT DO NOTHING')
  const update = db.prepare<[string, string, string]>('UPDATE secrets SET sealed = ? WHERE id = ? AND sealed = ?')
  const all = db.prepare<[], { id: string; sealed: string }>('SELECT id, sealed FROM secrets')
  const remove = db.prepare<[string]>('DELETE FROM secrets WHERE id = ?')
  return {
    get: id => whenFree(() => select.get(id)),
    put: (id, sealed) =>
      whenFree(() => {
        const { changes } = insert.run(id, sealed)
        return changes === 1 ? sealed : (select.get(id) ?? sealed)
      }),
    replace: (id, from, to) => whenFree(() => update.run(to, id, from).changes === 1),
    delete: id => whenFree(() => void remove.run(id)),
    async *list() {
      yield* await whenFree(() => all.all())
    },
    close: () => void db.close(),
  }
}
