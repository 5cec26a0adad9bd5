import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { At, fact } from '../shared/fact.ts'
import { Creative } from './creative.ts'

/**
 * A creative was saved with this content (complete, so that readers need no other event). `creativesHash` covers all
 * creatives of the campaign after this event. `missing` are library paths that it refers to, that had no file when it was saved,
 * and that no event before names, if there are any (ADR 0135).
 */
export const CreativeSaved = fact(
  'CreativeSaved',
  fields(
    { creative: Creative, added: t.boolean, creativesHash: t.string, lastTransformationIdx: integer(0), at: At },
    { missing: t.array(t.string) },
  ),
  ({ creative, added }) => `The creative “${creative.creativeName}” was ${added ? 'added' : 'changed'}.`,
)
export type CreativeSaved = t.TypeOf<typeof CreativeSaved>

/**
 * A creative was deleted. `creativesHash` covers those that are left: it is the same as if this one had never been saved. The
 * library paths without a file stay those of the last save, as they do when a column is changed.
 */
export const CreativeDeleted = fact(
  'CreativeDeleted',
  fields({ creativeName: t.string, creativesHash: t.string, at: At }),
  ({ creativeName }) => `The creative “${creativeName}” was deleted.`,
)
export type CreativeDeleted = t.TypeOf<typeof CreativeDeleted>

export const CreativesEvent = t.union([CreativeSaved, CreativeDeleted])
export type CreativesEvent = t.TypeOf<typeof CreativesEvent>
