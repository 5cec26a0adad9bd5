import { assetData } from '../../domain/creatives/creative.ts'
import { count } from '../../domain/shared/wording.ts'
import { isWeight } from '../../domain/tags/serving.ts'
import type { ShownContent } from '../../lookups/shown-content.ts'
import type { Checked } from '../../rendering/checked-pairs.ts'

/** Names in a warning, at most. */
const mostNamed = 10

const listed = (names: readonly string[]): string => {
  const more = names.length > mostNamed ? `, and ${names.length - mostNamed} more` : ''
  return `${names.slice(0, mostNamed).join(', ')}${more}`
}

/** Rows of a product feed that are no creative (CREATIVE-16). */
const leftOut = (rows: number): string =>
  rows === 0
    ? ''
    : ` ${count(rows, 'row')} of the product feed ${rows === 1 ? 'was' : 'were'} left out: without a key that can name a creative, or with that of an earlier row.`

/** Columns that render empty (ACTIVATION-8). */
const emptyColumns = (columns: Checked['emptyColumns']): string =>
  columns.size === 0
    ? ''
    : ` Columns without a value are left empty: ${listed([...columns].map(([column, item]) => `${column} (${item})`))}.`

/** Creatives whose weight in the rotation is 1, because they have none (TAGS-10). */
const withoutWeight = ({ campaign, creatives }: Pick<ShownContent, 'campaign' | 'creatives'>): string => {
  const { rotationWeightColumn: column } = campaign
  if (column === undefined) return ''
  const names = creatives.filter(creative => !isWeight(assetData(creative)[column])).map(c => c.creativeName)
  return names.length === 0 ? '' : ` Creatives without a number in ${column} have weight 1: ${listed(names)}.`
}

/** What a run says about a campaign that goes live: sentences, each after a blank. */
export const warningsOf = (
  shown: Pick<ShownContent, 'campaign' | 'creatives' | 'leftOut'> & Pick<Checked, 'emptyColumns'>,
): string => leftOut(shown.leftOut) + emptyColumns(shown.emptyColumns) + withoutWeight(shown)
