import { readTokens } from './html-tokens.ts'

/** How a document can be truncated, by the parse errors of the HTML standard. Browsers show only a part of it, or nothing. */
const ends: Readonly<Record<string, string>> = {
  'eof-before-tag-name': 'within a tag',
  'eof-in-tag': 'within a tag',
  'eof-in-comment': 'within a comment',
  'eof-in-doctype': 'within its doctype',
  'eof-in-cdata': 'within a CDATA section',
  'eof-in-element-that-can-contain-only-text':
    'within an element that is not closed (script, style, title or textarea)',
  'eof-in-script-html-comment-like-text': 'within a comment of a script',
}

/**
 * Describes the fault if an ad's HTML is truncated, else undefined. Other parse errors (a missing doctype, an unclosed tag)
 * are repaired by every browser in the same way and are not faults.
 */
export const htmlFault = (html: string): string | undefined => {
  let fault: string | undefined
  readTokens(html, {
    onError: (code, line) => {
      const where = ends[code]
      if (where !== undefined) fault ??= `the HTML ends ${where}, in line ${line}`
    },
  })
  return fault
}
