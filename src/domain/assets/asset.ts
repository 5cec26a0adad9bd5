import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { described } from '../../codec/described.ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { text } from '../../codec/text.ts'
import { type Aggregate, rejection } from '../shared/decider.ts'
import { At, fact } from '../shared/fact.ts'
import { kilobytes } from '../shared/wording.ts'

/** A path in the asset library: segments of letters, digits and . _ ~ - ( ) space, no `.` or `..`, at most 512 characters. */
export const AssetPath = described(
  text({
    min: 1,
    max: 512,
    pattern: /^(?!\.{1,2}(?:\/|$))[\p{L}\p{N}._~() -]+(?:\/(?!\.{1,2}(?:\/|$))[\p{L}\p{N}._~() -]+)*$/u,
    must: 'must be a relative path like brand/logo.png, without . or .. segments',
  }),
  {
    type: 'string',
    description: 'Segments of letters and digits of any script, . _ ~ - ( ) and space, parted by /; none is . or ..',
    minLength: 1,
    maxLength: 512,
    // classes of letters are not known to every reader of JSON Schema, so this says only which ASCII cannot stand there
    pattern:
      "^(?!\\.{1,2}(?:/|$))[^\\u0000-\\u001f!-'*-,/:-@\\[-\\^`{|}\\u007f]+(?:/(?!\\.{1,2}(?:/|$))[^\\u0000-\\u001f!-'*-,/:-@\\[-\\^`{|}\\u007f]+)*$",
  },
)

export const Asset = fields({
  accountId: t.string,
  path: t.string,
  sha256: t.string,
  size: integer(0),
  contentType: t.string,
  at: At,
})
export type Asset = t.TypeOf<typeof Asset>

/** These bytes are at this path of the library, for ever (decision 20). */
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
        `${command.path} already holds other bytes (sha256 ${state.sha256}); a path keeps its content for ever. Upload under a new path.`,
      ),
    )
  },
  evolve: (_, event) => event.data,
}

/**
 * Paths of the account's library that a text refers to: `/assets/<account>/<path>`, with or without scheme and host,
 * anywhere in an HTML text, a stylesheet or a column value. Sorted, without repeats.
 */
export const assetPathsIn = (accountId: string, content: string): readonly string[] => {
  const prefix = `/assets/${accountId}/`
  const found = new Set<string>()
  for (let at = content.indexOf(prefix); at >= 0; at = content.indexOf(prefix, at + prefix.length)) {
    const rest = content.slice(at + prefix.length, at + prefix.length + 1536)
    const path = decoded(rest.split(/["'<>?#\\\n\r)]/, 1)[0] ?? '')
    if (path !== '') found.add(path)
  }
  return [...found].sort()
}

/** A path that is not percent-encoded stands for itself. */
const decoded = (path: string): string =>
  E.toUnion(
    E.tryCatch(
      () => decodeURIComponent(path),
      () => path,
    ),
  )

/** A path that stands in a URL as it is: what encodeURIComponent leaves alone, and slashes. Most do, and lists are full of them. */
const needsNoEncoding = /^[\w\-.!~*'()/]*$/

/** The path under `/assets` that a library file is served at. */
export const assetUrlPath = (accountId: string, path: string): string => {
  const encoded = needsNoEncoding.test(path) ? path : path.split('/').map(encodeURIComponent).join('/')
  return `/assets/${accountId}/${encoded}`
}
