import * as E from 'fp-ts/lib/Either.js'
import { mostLibraryPaths } from '../assets/bounds.ts'
import { browserAddress } from '../assets/library-address.ts'
import { assetPathsIn } from '../assets/library-paths.ts'
import { type Rejection, rejection } from '../shared/decider.ts'
import type { Creative } from './creative.ts'

type Valued = { readonly columnValue: string | null }

/** Library paths of the account that column values name. */
export const pathsInColumns = (accountId: string, columns: readonly Valued[]): readonly string[] =>
  assetPathsIn(accountId, columns.map(({ columnValue }) => browserAddress(accountId, columnValue ?? '')).join('\n'))

const tooMany = (subject: string, paths: number): Rejection =>
  rejection(
    'invalid-request',
    `${subject} would name ${paths} library paths; at most ${mostLibraryPaths} are allowed.`,
    {
      errors: [
        {
          pointer: '/dynamicAssets',
          code: 'too-many-library-paths',
          detail: `must leave the creative at most ${mostLibraryPaths} library paths`,
        },
      ],
    },
  )

/** Refuses a request that names too many library paths itself: each is looked up before anything is decided. */
export const mustNameFewPaths = (paths: readonly string[]): E.Either<Rejection, readonly string[]> =>
  paths.length <= mostLibraryPaths ? E.right(paths) : E.left(tooMany('The creative', paths.length))

const ownColumns = ({ columns, productColumns = [] }: Creative): readonly Valued[] => [...columns, ...productColumns]

/** Library paths of the account that a creative names. */
export const pathsInCreative = (accountId: string, creative: Creative): readonly string[] =>
  pathsInColumns(accountId, ownColumns(creative))

/**
 * The refusal of a save after which a creative names too many library paths (CREATIVE-2): each is looked up whenever its content
 * is compared or drawn. One that had more before the limit existed may be saved if it does not get more.
 */
export const pathsRefused = (
  accountId: string,
  before: Creative | undefined,
  after: Creative,
): Rejection | undefined => {
  const paths = pathsInCreative(accountId, after).length
  if (paths <= mostLibraryPaths) return undefined
  if (paths <= (before ? pathsInCreative(accountId, before) : []).length) return undefined
  return tooMany(`The creative ${JSON.stringify(after.creativeName)}`, paths)
}
