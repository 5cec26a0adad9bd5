import { basename } from 'node:path'
import Database from 'better-sqlite3'
import { StoreAway } from '../../ports/store-away.ts'

const stores: Readonly<Record<string, string>> = {
  'log.db': 'event log',
  'views.db': 'read models',
  lock: 'folder of this node',
}
const remedies: Readonly<Record<string, string>> = {
  'log.db': 'stop the node and restore a backup (endcap restore)',
  'views.db': 'stop the node, remove views.db and start again: it is built anew from the log',
}

const consequences: Readonly<Record<string, string>> = {
  'log.db':
    'nothing is written any more; before you stop the node, save log.db and log.db-wal from its open files in /proc, or restore a backup',
  'views.db': 'it is built anew from the log',
}

type Words = { readonly what: (file: string) => string; readonly advice: (file: string) => string | undefined }
/** Not SQLite's: an open file is no longer the one at its path. */
export const removed = 'REMOVED'
/** Not SQLite's: views.db was opened anew, and does not hold the documents yet. */
export const notBuilt = 'NOT_BUILT'
/** Not SQLite's: an event of the log is not where the next one in its stream says. */
export const wrongLink = 'WRONG_LINK'
/** Not SQLite's: the file is missing, but the file of its last writes is there; SQLite would delete that, or mix it into another log. */
export const writesLeft = 'WRITES_LEFT'
const damaged: Words = { what: file => `${file} is damaged`, advice: file => remedies[file] }
const full: Words = { what: () => 'the disk is full', advice: () => 'make room on the disk of DATA_DIR' }
const words: readonly (readonly [code: string, words: Words])[] = [
  ['SQLITE_FULL', full],
  // the file that SQLite shares between processes could not grow
  ['SQLITE_IOERR_SHMSIZE', full],
  ['SQLITE_BUSY', { what: file => `${file} is locked by another process`, advice: () => undefined }],
  [
    'SQLITE_READONLY',
    {
      what: file => `${file} cannot be written to`,
      advice: () => 'check who owns DATA_DIR and how its disk is mounted',
    },
  ],
  [
    'SQLITE_CANTOPEN',
    {
      what: file => `${file} cannot be opened`,
      advice: () => 'check who owns DATA_DIR, whether its disk has room, and how many files may be open',
    },
  ],
  ['SQLITE_IOERR', { what: () => 'the disk reports an I/O error', advice: () => 'check the disk of DATA_DIR' }],
  [removed, { what: file => `${file} was removed or replaced`, advice: file => consequences[file] }],
  [notBuilt, { what: file => `${file} is not built yet`, advice: file => consequences[file] }],
  [
    writesLeft,
    {
      what: file => `${file} is missing, but ${file}-wal is there with its last writes`,
      advice: file => `put ${file} back beside it, or move ${file}-wal elsewhere too`,
    },
  ],
  [wrongLink, damaged],
  ['SQLITE_CORRUPT', damaged],
  ['SQLITE_NOTADB', damaged],
]
/** Invalid JSON in a file that SQLite can read: bytes inside a value were changed. */
export const notJson = 'NOT_JSON'

const wordsOf = (code: string): Words | undefined =>
  code === notJson ? damaged : words.find(([known]) => code.startsWith(known))?.[1]

/** Whether an operator must repair the file: later successes do not prove that it is intact. */
export const isDamage = (code: string | undefined): boolean => code !== undefined && wordsOf(code) === damaged

/** The problem of a file and its remedy, in one line for operators. */
export const faultInWords = (file: string, code: string): string => {
  const { what, advice } = wordsOf(code) ?? { what: () => `${file} fails`, advice: () => undefined }
  const more = advice(file)
  return `${what(file)} (${code})${more === undefined ? '' : `: ${more}`}`
}

/** A file of the embedded stores that cannot be read or written. `code` is SQLite's, or one of those above. */
export class FileFault extends StoreAway {
  readonly file: string
  readonly code: string
  constructor(file: string, code: string) {
    super(stores[file] ?? file, faultInWords(file, code))
    this.file = file
    this.code = code
  }
}

/** The code of an error caused by the file; undefined for a bug. */
export const codeOfFile = (error: unknown): string | undefined => {
  if (error instanceof FileFault) return error.code
  if (error instanceof SyntaxError) return notJson
  if (!(error instanceof Database.SqliteError)) return undefined
  if (/malformed JSON/.test(error.message)) return notJson
  return wordsOf(error.code) && error.code
}

/** An error caused by the file at a path as a FileFault; any other error unchanged. */
export const faultOf = (path: string, error: unknown): unknown => {
  const code = error instanceof FileFault ? undefined : codeOfFile(error)
  return code === undefined ? error : new FileFault(basename(path), code)
}

/** Runs work on the file at a path; errors caused by the file are thrown as FileFault. */
export const onFile = <A>(path: string, work: () => A): A => {
  try {
    return work()
  } catch (error) {
    throw faultOf(path, error)
  }
}

/** Wraps functions to throw errors caused by the file as FileFault. */
export const allOnFile = <F extends object>(file: string, functions: F): F =>
  Object.fromEntries(
    Object.entries(functions).map(([name, f]) => [name, (...args: unknown[]) => onFile(file, () => f(...args))]),
  ) as F
