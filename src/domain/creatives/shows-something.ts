import { readTokens } from './html-tokens.ts'
import type { References } from './references.ts'

/** Elements that may show something of their own, whatever is in them. */
const showing = new Set(
  'script svg canvas video audio iframe object embed img picture input button select hr math'.split(' '),
)
/** Elements whose text no page shows. */
const silent = new Set(['title', 'style', 'script', 'template', 'noscript'])

/** Whether a document may show anything but colors: a text, a picture, or what a script makes. */
export const showsSomething = (html: string, { list }: References): boolean => {
  if (list.some(({ use }) => use === 'picture')) return true
  let shows = false
  let depth = 0
  readTokens(html, {
    onStartTag: ({ tagName, selfClosing }) => {
      shows ||= showing.has(tagName)
      if (silent.has(tagName) && !selfClosing) depth++
    },
    onEndTag: ({ tagName }) => {
      if (silent.has(tagName) && depth > 0) depth--
    },
    onText: part => {
      shows ||= depth === 0 && part.trim() !== ''
    },
  })
  return shows
}
