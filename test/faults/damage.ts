import { randomUUID } from 'node:crypto'
import { open, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'

const pageSize = 4096

/** The leaf pages of a table, in order. */
const leavesOf = (file: string, table: string): readonly number[] => {
  const db = new Database(file, { readonly: true })
  try {
    const pages = db.prepare<[string], number>(
      "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path",
    )
    return pages.pluck().all(table)
  } finally {
    db.close()
  }
}

const overwrite = async (file: string, pages: readonly number[]) => {
  const handle = await open(file, 'r+')
  try {
    for (const page of pages) await handle.write(Buffer.alloc(pageSize, 0xa5), 0, pageSize, (page - 1) * pageSize)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Overwrites the first page of a file, which contains its header. */
export const damageHeader = (dataDir: string, file: string) => overwrite(join(dataDir, file), [1])

/** Overwrites leaf pages of a table. Spares the last one, which is appended to, unless it is the only one. */
export const damageRows = async (dataDir: string, file: string, table: string): Promise<void> => {
  const leaves = leavesOf(join(dataDir, file), table)
  await overwrite(join(dataDir, file), leaves.length > 1 ? leaves.slice(0, -1) : leaves)
}

/** Runs SQL on a file of a stopped node. */
export const changed = (dataDir: string, file: string, sql: string, ...values: readonly unknown[]): unknown[] => {
  const db = new Database(join(dataDir, file))
  try {
    const statement = db.prepare(sql)
    return statement.reader ? statement.pluck().all(...values) : [statement.run(...values).changes]
  } finally {
    db.close()
  }
}

/** The table with the documents of a view. */
export const tableOfView = (dataDir: string, view: string): string =>
  `documents_${changed(dataDir, 'views.db', 'SELECT generation FROM serving WHERE name = ?', view)[0]}`

/** Overwrites every occurrence of a text in a file with another one of the same length, as failing hardware might. */
export const overwriteText = async (dataDir: string, file: string, text: string, by: string): Promise<number> => {
  const path = join(dataDir, file)
  const bytes = await readFile(path)
  let found = 0
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) {
    bytes.write(by, at)
    found++
  }
  await writeFile(path, bytes)
  return found
}

/** Appends an event with any data as the first one of a stream, as no release would; returns its position. A node may be running. */
export const appended = (dataDir: string, stream: string, type: string, data: string): number => {
  const db = new Database(join(dataDir, 'log.db'))
  try {
    const metadata = {
      at: '2026-11-20T00:00:00.000Z',
      actor: 'test',
      operation: 'test',
      correlationId: 'c',
      causationId: 'c',
    }
    const row = [stream, randomUUID(), type, data, JSON.stringify({ ...metadata, schemaVersion: 1 })]
    const event = db.prepare(
      'INSERT INTO event (previous, revision, stream, id, type, data, metadata) VALUES (0, 0, ?, ?, ?, ?, ?)',
    )
    const head = db.prepare('INSERT INTO stream (stream, revision, position) VALUES (?, 0, ?)')
    return db.transaction(() => {
      const position = Number(event.run(...row).lastInsertRowid)
      head.run(stream, position)
      return position
    })()
  } finally {
    db.close()
  }
}
