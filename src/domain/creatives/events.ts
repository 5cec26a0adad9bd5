import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { At, fact } from '../shared/fact.ts'
import { Creative } from './creative.ts'

/**
 * A creative has this content now (the whole of it, so that a reader needs no other event). `creativesHash` covers all
 * creatives of the campaign after this fact; `missingAssets` are library paths that any of them names and that held
 * nothing when it was saved.
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
