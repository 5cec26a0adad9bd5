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
    // many scripts write vowels as marks, and so does macOS its umlauts
    pattern: /^(?!\.{1,2}(?:\/|$))[\p{L}\p{M}\p{N}._~() -]+(?:\/(?!\.{1,2}(?:\/|$))[\p{L}\p{M}\p{N}._~() -]+)*$/u,
    must: 'must be a relative path such as brand/logo.png: letters, digits and . _ ~ - ( ) space between slashes, no emoji, and no . or .. segments',
  }),
  {
    type: 'string',
    description:
      'Segments separated by /, of letters and digits of any script, . _ ~ - ( ) and space. The segments . and .. are not allowed.',
    minLength: 1,
    maxLength: 512,
    // not every JSON Schema implementation supports letter classes, so this only excludes the forbidden ASCII characters
    pattern:
      "^(?!\\.{1,2}(?:/|$))[^\\u0000-\\u001f!-'*-,/:-@\\[-\\^`{|}\\u007f]+(?:/(?!\\.{1,2}(?:/|$))[^\\u0000-\\u001f!-'*-,/:-@\\[-\\^`{|}\\u007f]+)*$",
  },
)

/** The path of a new file. macOS writes an umlaut as a letter and a mark: it is stored as one letter (LIBRARY-8). */
export const NewAssetPath = described(
  new t.Type<string, string, unknown>(
    AssetPath.name,
    AssetPath.is,
    (u, context) => AssetPath.validate(typeof u === 'string' ? u.normalize('NFC') : u, context),
    t.identity,
  ),
  AssetPath.schema,
)

export { assetPathsIn } from './library-paths.ts'

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

/** A path that needs no encoding. Most paths match, so lists are faster. */
const needsNoEncoding = /^[\w\-.~/]*$/

/** A segment as any place of an ad takes it: also `url(…)` without quotes, which a parenthesis would end. */
const encodedSegment = (segment: string): string =>
  encodeURIComponent(segment).replaceAll('(', '%28').replaceAll(')', '%29')

/** The URL path of a library file, under `/assets`. */
export const assetUrlPath = (accountId: string, path: string): string => {
  const encoded = needsNoEncoding.test(path) ? path : path.split('/').map(encodedSegment).join('/')
  return `/assets/${accountId}/${encoded}`
}
