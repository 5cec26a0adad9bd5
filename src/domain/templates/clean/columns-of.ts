import { parsedTemplate } from '../../creatives/parsed-template.ts'
import { type Finding, finding } from '../finding.ts'

type Tokens = readonly (readonly unknown[])[]
const isNested = (part: unknown): part is Tokens => Array.isArray(part)

/** The columns that a valid template names, in placeholders or sections; a tag without a name names none. */
export const columnsOf = (html: string): ReadonlySet<string> => {
  const names = new Set<string>()
  // sections may be nested thousands of times
  const left: Tokens[] = [parsedTemplate(html)]
  for (let tokens = left.pop(); tokens !== undefined; tokens = left.pop())
    for (const token of tokens) {
      const [kind, name] = token
      if (kind !== 'text' && typeof name === 'string' && name !== '') names.add(name)
      for (const part of token) if (isNested(part)) left.push(part)
    }
  return names
}

/** A finding for each column that a template should name and does not. */
export const missingColumns = (html: string, expected: readonly string[]): readonly Finding[] => {
  const known = columnsOf(html)
  return expected
    .filter(column => !known.has(column))
    .map(column => finding('placeholder-missing', `The placeholder {{${column}}} is missing.`))
}
