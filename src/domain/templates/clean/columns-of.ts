import { parsedTemplate } from '../../creatives/parsed-template.ts'
import { type Finding, finding } from '../finding.ts'

type Tokens = readonly (readonly unknown[])[]
const isNested = (part: unknown): part is Tokens => Array.isArray(part)

const namesIn = (tokens: Tokens): readonly string[] =>
  tokens.flatMap(token => {
    const own = token[0] !== 'text' && typeof token[1] === 'string' ? [token[1]] : []
    return [...own, ...token.filter(isNested).flatMap(namesIn)]
  })

/** The columns that a valid template names, in placeholders or sections. */
export const columnsOf = (html: string): ReadonlySet<string> => new Set(namesIn(parsedTemplate(html)))

/** A finding for each column that a template should name and does not. */
export const missingColumns = (html: string, expected: readonly string[]): readonly Finding[] => {
  const known = columnsOf(html)
  return expected
    .filter(column => !known.has(column))
    .map(column => finding('placeholder-missing', `The placeholder {{${column}}} is missing.`))
}
