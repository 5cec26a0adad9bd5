import { fields } from '../codec/fields.ts'
import { integerText } from '../codec/in-text.ts'
import { text } from '../codec/text.ts'

/** The required query of a look-up (CREATIVE-18). Offsets end where nobody pages any more. */
export const searchQuery = {
  query: text({ max: 2_048 }),
  limit: integerText(1, 500),
  offset: integerText(0, 1_000_000),
} as const
export const SearchQuery = fields(searchQuery)

/** Terms at most in one look-up: each is looked for in every value. */
const mostTerms = 20

/** The terms of a list separated by commas. */
export const termsOf = (list: string): readonly string[] =>
  list
    .split(',')
    .map(term => term.trim())
    .filter(term => term !== '')
    .slice(0, mostTerms)
