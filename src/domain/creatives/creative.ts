import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { about, named } from '../../codec/described.ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { listOf, openObject } from '../../codec/json.ts'
import { WebUrl } from '../../codec/names.ts'
import { orNull } from '../../codec/or-null.ts'
import { boundedText, text } from '../../codec/text.ts'
import { SourceColumn } from '../asset-sources/row-set.ts'
import { PartnerDspColumns } from './partner-dsp-columns.ts'
import { AdUnitTransformation, type Transformation, TransformationRequest } from './transformation.ts'

/** A creative's name and asset key: 1 to 255 characters, no control characters, not `.` or `..` (CREATIVE-3). */
export const CreativeName = boundedText({
  min: 1,
  max: 255,
  pattern: /^(?!\.{1,2}$)[^\u0000-\u001f\u007f]*$/,
  must: 'must not be . or ..',
})

/** The value of one asset column of one creative. */
export const Column = named(
  'CreativeColumn',
  fields({
    columnName: t.string,
    columnValue: t.string,
    adUnitTransformations: t.array(AdUnitTransformation),
  }),
)
export type Column = t.TypeOf<typeof Column>

const ColumnValue = boundedText({ max: 65_536, multiline: true })
const columnValue = about(
  ColumnValue,
  'The value: a text, the URL of a picture, or a file of the asset library as its `assetUrl` names it: `/assets/{accountId}/{path}`, with or without the host.',
)
const optionalAsset = {
  adUnitTransformations: about(
    listOf(
      fields(
        { adUnitId: about(integer(1), 'An ad unit of the campaign.') },
        {
          transformations: about(listOf(TransformationRequest, 50), 'How the value looks in the ad unit, at most 50.'),
        },
      ),
      100,
    ),
    'How the value looks in single ad units.',
  ),
  applyToAllVariants: about(t.boolean, 'true: every creative of the campaign gets this column.'),
} as const

const ColumnName = text({
  min: 1,
  max: 64,
  pattern: /^[A-Za-z_][A-Za-z0-9_ -]*$/,
  must: 'must start with a letter from A to Z or _, and have only these, digits, blanks and hyphens',
})
/** Whether a column of this name can be saved in a creative (CREATIVE-2). */
export const isColumnName = (name: string): boolean => E.isRight(ColumnName.decode(name))

/** DynamicAssetDataRequest of 2.7. */
export const DynamicAsset = named(
  'DynamicAsset',
  fields(
    { columnName: about(ColumnName, 'The column, as the HTML of the ad units names it.'), columnValue },
    optionalAsset,
  ),
)
export type DynamicAsset = t.TypeOf<typeof DynamicAsset>

/** The same of a column of a product feed, whose columns have any names. */
export const ProductAsset = named(
  'ProductAsset',
  fields(
    {
      columnName: about(SourceColumn, 'The column of the product feed.'),
      columnValue: about(
        orNull(ColumnValue),
        'The value in place of that of the product; null, or the value that the product has, takes an override back.',
      ),
    },
    optionalAsset,
  ),
)
export type ProductAsset = t.TypeOf<typeof ProductAsset>

export const Creative = fields(
  { creativeName: t.string, columns: t.array(Column) },
  {
    clickthroughUrl: WebUrl,
    dspColumns: openObject(),
    productColumns: t.array(Column),
    partnerDspColumns: PartnerDspColumns,
  },
)
/**
 * A creative: a row of the campaign's uploaded asset source, keyed by its name. A hybrid one has the columns of its product that are
 * overridden, and those of a partner's DSP (CREATIVE-11).
 */
export type Creative = t.TypeOf<typeof Creative>

/** The column values by name, for templates and lists. */
export const assetData = (creative: Pick<Creative, 'columns'>): Readonly<Record<string, string>> =>
  Object.fromEntries(creative.columns.map(c => [c.columnName, c.columnValue]))

/** The transformations of a creative for one ad unit, each with its column. */
export const transformationsFor = (
  creative: Pick<Creative, 'columns'>,
  adUnitId: number,
): readonly (Transformation & { readonly column: string })[] =>
  creative.columns.flatMap(column =>
    column.adUnitTransformations
      .filter(u => u.adUnitId === adUnitId)
      .flatMap(u => u.transformations.map(transformation => ({ ...transformation, column: column.columnName }))),
  )
