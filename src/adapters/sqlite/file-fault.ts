import { basename } from 'node:path'
import Database from 'better-sqlite3'
import { StoreAway } from '../../ports/store-away.ts'

const stores: Readonly<Record<string, string>> = { 'log.db': 'event log', 'views.db': 'read models' }
const mended: Readonly<Record<string, string>> = {
  'log.db': 'stop the node and restore a backup (endcap restore)',
  'views.db': 'stop the node, remove views.db and start again: it is built anew from the log',
}

type Words = { readonly what: (file: string) => string; readonly advice: (file: string) => string | undefined }
const damaged: Words = { what: file => `${file} is damaged`, advice: file => mended[file] }
const words: readonly (readonly [code: string, words: Words])[] = [
  ['SQLITE_FULL', { what: () => 'the disk is full', advice: () => 'make room on the disk of DATA_DIR' }],
  ['SQLITE_BUSY', { what: file => `another process holds ${file}`, advice: () => undefined }],
  [
    'SQLITE_READONLY',
    {
      what: file => `${file} cannot be written to`,
      advice: () => 'check who owns DATA_DIR and how its disk is mounted',
    },
  ],
  ['SQLITE_CANTOPEN', { what: file => `${file} cannot be opened`, advice: () => 'check who owns DATA_DIR' }],
  ['SQLITE_IOERR', { what: () => 'the disk does not answer as it should', advice: () => 'check the disk of DATA_DIR' }],
  ['SQLITE_CORRUPT', damaged],
  ['SQLITE_NOTADB', damaged],
]
/** JSON in a file that SQLite itself can read, and that is none: bytes were changed inside a value. */
const notJson = 'NOT_JSON'

const wordsOf = (code: string): Words | undefined =>
  code === notJson ? damaged : words.find(([known]) => code.startsWith(known))?.[1]

/** Whether a file stays as it is until somebody puts it right: what is done meanwhile does not show that it is whole again. */
export const isDamage = (code: string | undefined): boolean => code !== undefined && wordsOf(code) === damaged

/** What is wrong with a file, and what to do about it, in one line for an operator. */
export const faultInWords = (file: string, code: string): string => {
  const { what, advice } = wordsOf(code) ?? { what: () => `${file} fails`, advice: () => undefined }
  const more = advice(file)
  return `${what(file)} (${code})${more === undefined ? '' : `: ${more}`}`
}

/** A file of the embedded stores that cannot be read or written. `code` is SQLite's, or NOT_JSON. */
export class FileFault extends StoreAway {
  readonly file: string
  readonly code: string
  constructor(file: string, code: string) {
    super(stores[file] ?? file, faultInWords(file, code))
    this.file = file
    this.code = code
  }
}

/** The code of an error that says something about the file; undefined for a fault of ours. */
export const codeOfFile = (error: unknown): string | undefined => {
  if (error instanceof FileFault) return error.code
  if (error instanceof SyntaxError) return notJson
  if (!(error instanceof Database.SqliteError)) return undefined
  if (/malformed JSON/.test(error.message)) return notJson
  return wordsOf(error.code) && error.code
}

/** Does something with the file at a path; errors that are the file's own are thrown as its faults. */
export const onFile = <A>(path: string, work: () => A): A => {
  try {
    return work()
  } catch (error) {
    if (error instanceof FileFault) throw error
    const code = codeOfFile(error)
    throw code === undefined ? error : new FileFault(basename(path), code)
  }
}

/** The same functions, with errors that are the file's own thrown as its faults. */
export const allOnFile = <F extends object>(file: string, functions: F): F =>
  Object.fromEntries(
    Object.entries(functions).map(([name, f]) => [name, (...args: unknown[]) => onFile(file, () => f(...args))]),
  ) as F
