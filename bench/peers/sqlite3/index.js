import Better from 'better-sqlite3'

/**
 * The functions of the package `sqlite3` that emmett-sqlite uses. Two differences favour the peer: statements are
 * cached, and the file stays open, whereas emmett-sqlite opens and closes it for each operation. One is for fairness:
 * commits are synced.
 */
const files = new Map()

const open = file => {
  const held = files.get(file)
  if (held) return held
  const db = new Better(file)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  const opened = { db, statements: new Map() }
  files.set(file, opened)
  return opened
}

/**
 * As sqlite3 binds: emmett-sqlite passes an object where it means its name, and both sides of that comparison agree.
 */
const bound = value => {
  if (value === undefined || value === null) return null
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'object' ? String(value) : value
}

class Database {
  #file
  constructor(file) {
    this.#file = open(file)
  }
  #do(sql, params, callback, how) {
    const { db, statements } = this.#file
    let result
    try {
      const statement = statements.get(sql) ?? db.prepare(sql)
      statements.set(sql, statement)
      result = how(statement, (params ?? []).map(bound))
    } catch (error) {
      callback?.call(this, error)
      return this
    }
    callback?.call(result, null, result)
    return this
  }
  run(sql, params, callback) {
    if (typeof params === 'function' || params === undefined) return this.run(sql, [], params)
    const how = (statement, values) => {
      if (statement.reader) return { rows: statement.all(...values) }
      const { changes, lastInsertRowid } = statement.run(...values)
      return { changes, lastID: lastInsertRowid }
    }
    return this.#do(sql, params, callback, how)
  }
  get(sql, params, callback) {
    return this.#do(sql, params, callback, (statement, values) => statement.get(...values))
  }
  all(sql, params, callback) {
    return this.#do(sql, params, callback, (statement, values) => statement.all(...values))
  }
  close() {}
}

export default { Database, OPEN_URI: 0, OPEN_READWRITE: 0, OPEN_CREATE: 0 }
