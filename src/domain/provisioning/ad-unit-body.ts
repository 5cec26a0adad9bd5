import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { Name } from '../../codec/names.ts'
import { text } from '../../codec/text.ts'
import { Dimension } from './aggregates.ts'

/** An ad unit in a request; its HTML is a Mustache template over the asset columns. */
export const AdUnitBody = fields(
  {
    adUnitId: integer(1),
    adUnitName: Name,
    dimension: Dimension,
    html: text({ min: 1, max: 1_048_576, multiline: true }),
  },
  { durationMs: integer(0, 30_000) },
)
