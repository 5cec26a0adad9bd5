import { parentPort } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { LRUCache } from 'lru-cache'
import { rowsOfKeys, valuesLike } from './ask-index.ts'
import { buildIndex } from './build-index.ts'
import type { IndexAnswer, IndexTask } from './index-tasks.ts'

/** Indexes that stay open. */
const mostOpen = 20
const open = new LRUCache<string, Database.Database>({ max: mostOpen, dispose: db => void db.close() })

/** Asks an index. One that cannot be read is closed, because another file may take its place. */
const asked = <A>(path: string, ask: (db: Database.Database) => A): A => {
  const db = open.get(path) ?? new Database(path, { readonly: true, fileMustExist: true })
  open.set(path, db)
  try {
    return ask(db)
  } catch (error) {
    open.delete(path)
    throw error
  }
}

const done = async (task: IndexTask): Promise<IndexAnswer> => {
  switch (task.do) {
    case 'build':
      await buildIndex(task.rows, task.out, task.kind)
      return { built: true }
    case 'rows':
      return { rows: asked(task.index, db => rowsOfKeys(db, task.keys)) }
    case 'values':
      return { values: asked(task.index, db => valuesLike(db, task.search)) }
  }
}

const broken = (error: unknown): IndexAnswer => ({
  broken: error instanceof Error ? (error.stack ?? error.message) : String(error),
})

parentPort?.on('message', async (task: IndexTask) => parentPort?.postMessage(await done(task).catch(broken)))
// its modules are loaded: from now on the time of the work counts
parentPort?.postMessage('ready')
