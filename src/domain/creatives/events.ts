import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { At, fact } from '../shared/fact.ts'
import { Creative } from './creative.ts'

/**
 * A creative was saved with this content (complete, so that readers need no other event). `creativesHash` covers all
 * creatives of the campaign after this event. `missingAssets` are library paths that any creative refers to and that had
 * no file when it was saved.
 */
export const CreativeSaved = fact(
  'CreativeSaved',
  fields({
    creative: Creative,
    added: t.boolean,
    creativesHash: t.string,
    missingAssets: t.array(t.string),
    lastTransformationIdx: integer(0),
    at: At,
  }),
  ({ creative, added }) => `The creative “${creative.creativeName}” was ${added ? 'added' : 'changed'}.`,
)
export type CreativeSaved = t.TypeOf<typeof CreativeSaved>
