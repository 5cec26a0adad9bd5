import { readTokens } from './html-tokens.ts'

/** The attributes, by element, whose addresses are shown as pictures. */
const pictures: ReadonlyMap<string, readonly string[]> = new Map([
  ['img', ['src', 'srcset']],
  ['source', ['src', 'srcset']],
  ['input', ['src']],
  ['video', ['poster']],
  ['image', ['href', 'xlink:href']],
])
const placeholders = /\{\{[{&]?\s*([^{}\s]+)/g
const inStyles = /url\([^(){}]*\{\{[{&]?\s*([^{}\s]+)/gi

const namesIn = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name)

/** The columns whose values a template shows as pictures: in the address of an image, or in a `url(…)` of a style. */
export const imageColumns = (template: string): ReadonlySet<string> => {
  const columns = new Set(namesIn(template, inStyles))
  readTokens(template, {
    onStartTag: ({ tagName, attrs }) => {
      const shown = pictures.get(tagName.toLowerCase()) ?? []
      for (const { name, value } of attrs)
        if (shown.includes(name)) for (const column of namesIn(value, placeholders)) columns.add(column)
    },
  })
  return columns
}
