import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { about } from '../../codec/described.ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { listOf } from '../../codec/json.ts'
import { oneOf, text } from '../../codec/text.ts'
import { type Rejection, rejection } from '../shared/decider.ts'
import type { Fault } from './inline-faults.ts'
import { SourceColumn } from './row-set.ts'

export const recommendationTypes = ['content', 'collaborative', 'hybrid'] as const
type RecommendationType = (typeof recommendationTypes)[number]

/** Maximum products of a source that recommendations are computed for, and recommendations of one (SOURCE-12). */
export const mostProducts = 500_000
export const mostRecommendations = 50
/** Columns that products are compared by. */
const mostCompared = 50

/** A column that products are compared by: texts by their words, numbers by how far they are apart. */
export const ComparedColumn = fields(
  {
    assetSourceColumn: about(SourceColumn, 'The column that products are compared by.'),
    dataType: about(oneOf('string', 'numeric'), 'Whether the column holds text or numbers.'),
  },
  {
    priority: about(integer(1, 10), 'How much a column of text counts, 1 to 10; only for dataType string.'),
    acceptedRange: about(integer(0), 'How far apart numbers may be; required for dataType numeric.'),
  },
)
export type ComparedColumn = t.TypeOf<typeof ComparedColumn>

/** How recommendations are computed (SOURCE-12). */
export const RecommendationConfig = fields(
  {
    type: about(
      oneOf(...recommendationTypes),
      'What recommendations follow from: the contents of products, the views of people, or both.',
    ),
    maxRecommendations: about(integer(1, mostRecommendations), 'Recommendations for a product.'),
  },
  {
    cookieGroup: about(text({ max: 255 }), 'Only views of this group count; for collaborative and hybrid.'),
    recommendationMap: about(
      listOf(ComparedColumn, mostCompared),
      'The columns that products are compared by; for content and hybrid.',
    ),
  },
)
export type RecommendationConfig = t.TypeOf<typeof RecommendationConfig>

/** Whether recommendations of a type follow from views, and from the contents of rows. */
export const usesViews = (type: RecommendationType): boolean => type !== 'content'
export const usesContent = (type: RecommendationType): boolean => type !== 'collaborative'

/** Why nothing can be recommended that follows from views alone: nobody viewed the products, or nobody of the group that counts. */
export const noViewsIn = ({ cookieGroup }: RecommendationConfig): string =>
  `${cookieGroup === undefined ? 'There are' : `The cookie group "${cookieGroup}" has`} no view events of the source's products yet. Upload them with putAssetSourceViews.`

const at = '/recommendationConfig'
const foreign = (pointer: string, owner: string): Fault => ({
  pointer,
  code: 'not-allowed',
  detail: `is only for ${owner}`,
})
const required = (pointer: string, detail: string): Fault => ({ pointer, code: 'required', detail })

const faultsOfColumn = ({ dataType, priority, acceptedRange }: ComparedColumn, own: string): readonly Fault[] => {
  const isText = dataType === 'string'
  return [
    ...(priority !== undefined && !isText ? [foreign(`${own}/priority`, 'dataType string')] : []),
    ...(acceptedRange !== undefined && isText ? [foreign(`${own}/acceptedRange`, 'dataType numeric')] : []),
    ...(acceptedRange === undefined && !isText
      ? [required(`${own}/acceptedRange`, 'must be sent for dataType numeric')]
      : []),
  ]
}

const faultsOfMap = (map: readonly ComparedColumn[], columns: readonly string[] | undefined): readonly Fault[] => {
  const seen = new Set<string>()
  const faults: Fault[] = []
  for (const [place, column] of map.entries()) {
    const own = `${at}/recommendationMap/${place}`
    const { assetSourceColumn: name } = column
    const pointer = `${own}/assetSourceColumn`
    faults.push(...faultsOfColumn(column, own))
    if (columns && !columns.includes(name))
      faults.push({ pointer, code: 'unknown-column', detail: 'must name a column of the source' })
    if (seen.has(name)) faults.push({ pointer, code: 'duplicate', detail: 'must not be named twice' })
    seen.add(name)
  }
  if (!map.some(({ dataType }) => dataType === 'string'))
    faults.push(required(`${at}/recommendationMap`, 'must have a column of dataType string'))
  return faults
}

/**
 * A configuration whose members belong to its type, and whose columns the source has (SOURCE-12). `columns` is undefined as long as the
 * source has no rows. Refuses with all faults.
 */
export const checkedRecommendation = (
  config: RecommendationConfig,
  columns: readonly string[] | undefined,
): E.Either<Rejection, RecommendationConfig> => {
  const { type, cookieGroup, recommendationMap } = config
  const faults = [
    ...(cookieGroup !== undefined && !usesViews(type)
      ? [foreign(`${at}/cookieGroup`, 'types collaborative and hybrid')]
      : []),
    ...(recommendationMap !== undefined && !usesContent(type)
      ? [foreign(`${at}/recommendationMap`, 'types content and hybrid')]
      : []),
    ...(usesContent(type) ? faultsOfMap(recommendationMap ?? [], columns) : []),
  ]
  const [first] = faults
  return first === undefined
    ? E.right(config)
    : E.left(rejection('invalid-request', `${first.pointer} ${first.detail}.`, { errors: faults }))
}

/**
 * The first columns of a recommendation source: the product that something is recommended for, the place from 1, the product that is
 * recommended, how similar it is (1 is the most), and what that follows from. The recommended row's own columns follow.
 */
export const recommendationColumns = {
  product: 'recommendationFor',
  rank: 'recommendationRank',
  key: 'recommendationKey',
  score: 'recommendationScore',
  basis: 'recommendationBasis',
} as const
export const recommendationColumnNames: readonly string[] = Object.values(recommendationColumns)
/** What a recommendation follows from. */
export type Basis = 'views' | 'content'
