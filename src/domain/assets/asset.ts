import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { described } from '../../codec/described.ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { type Aggregate, rejection } from '../shared/decider.ts'
import { At, fact } from '../shared/fact.ts'
import { kilobytes } from '../shared/wording.ts'

const mostCharacters = 512
/** Control characters, halves of characters, ends of lines, and marks that turn the direction of a text, by which a name pretends to be another. */
const unseen = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u

/** Why a text names no file of the library. */
const faultOfPath = (path: string): string | undefined => {
  if (path === '') return 'must not be empty'
  if (path.length > mostCharacters) return `must have at most ${mostCharacters} characters; it has ${path.length}`
  if (path.includes('\\')) return 'must have / between folders, not a backslash'
  if (unseen.test(path)) return 'must have no control characters'
  const segments = path.split('/')
  if (segments.includes(''))
    return 'must be a relative path such as brand/logo.png, without / at its begin or end and without //'
  if (segments.some(segment => segment === '.' || segment === '..')) return 'must have no . or .. between slashes'
  return undefined
}
const faultOfNewPath = (path: string): string | undefined =>
  faultOfPath(path) ??
  (path.split('/').some(segment => segment !== segment.trim())
    ? 'must have no blanks at the begin or end of a name, where nobody sees them'
    : undefined)

const schema = {
  type: 'string',
  description:
    'Segments separated by /, of any characters but control characters and backslashes. The segments . and .. are not allowed.',
  minLength: 1,
  maxLength: mostCharacters,
  pattern:
    '^(?!\\.{1,2}(?:/|$))[^\\u0000-\\u001f/\\\\\\u007f]+(?:/(?!\\.{1,2}(?:/|$))[^\\u0000-\\u001f/\\\\\\u007f]+)*$',
} as const

const pathCodec = (faultOf: (path: string) => string | undefined, read: (path: string) => string) =>
  described(
    new t.Type<string, string, unknown>(
      'AssetPath',
      (u): u is string => typeof u === 'string' && faultOf(u) === undefined,
      (u, context) => {
        if (typeof u !== 'string') return t.failure(u, context, 'must be a text')
        const path = read(u)
        const fault = faultOf(path)
        return fault === undefined ? t.success(path) : t.failure(u, context, fault)
      },
      t.identity,
    ),
    schema,
  )

/** A path in the asset library: segments of any characters that people see, no `.` or `..`, at most 512 characters (LIBRARY-2). */
export const AssetPath = pathCodec(faultOfPath, path => path)

/** The path of a new file. macOS writes an umlaut as a letter and a mark: it is stored as one letter (LIBRARY-8). */
export const NewAssetPath = pathCodec(faultOfNewPath, path => path.normalize('NFC'))

export const Asset = fields({
  accountId: t.string,
  path: t.string,
  sha256: t.string,
  size: integer(0),
  contentType: t.string,
  at: At,
})
export type Asset = t.TypeOf<typeof Asset>

/** A file was stored at this path. A path never changes its content (LIBRARY-3). */
const AssetStored = fact(
  'AssetStored',
  Asset,
  ({ path, size }) => `The file ${path} was stored in the asset library, ${kilobytes(size)}.`,
)
export type AssetStored = t.TypeOf<typeof AssetStored>

/** A file of an account's asset library; its stream is `library-asset-<account>:<path>`. */
export const asset: Aggregate<Asset, Asset | undefined, AssetStored> = {
  category: 'library-asset',
  subject: 'account',
  events: AssetStored,
  initialState: undefined,
  decide(command, state) {
    if (state === undefined) return E.right([{ type: 'AssetStored', data: command }])
    if (state.sha256 === command.sha256) return E.right([])
    return E.left(
      rejection(
        'asset-path-taken',
        `${command.path} already holds a different file (sha256 ${state.sha256}). The content of a path never changes; upload the file to a new path.`,
      ),
    )
  },
  evolve: (_, event) => event.data,
}
