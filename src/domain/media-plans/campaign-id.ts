import * as t from 'io-ts'
import { described } from '../../codec/described.ts'
import { IntegerText } from '../../codec/in-text.ts'

/** The campaign id in the path of trackers: a positive integer; the campaign need not exist (PLAN-4). */
export const CampaignIdText = described(
  t.refinement(IntegerText, id => id > 0, 'a whole number from 1'),
  { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
)
