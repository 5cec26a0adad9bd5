import { join } from 'node:path'
import { openForReading } from '../sqlite/open-file.ts'

/** Whether log.db in a folder has secrets, or no events that could need them. Changes nothing there. */
export const holdsSecrets = (dataDir: string): boolean => {
  const db = openForReading(join(dataDir, 'log.db'))
  const finds = (sql: string): boolean => db.prepare(sql).get() !== undefined
  try {
    if (!finds('SELECT 1 FROM event LIMIT 1')) return true
    return finds("SELECT 1 FROM sqlite_schema WHERE name = 'secrets'") && finds('SELECT 1 FROM secrets LIMIT 1')
  } finally {
    db.close()
  }
}
