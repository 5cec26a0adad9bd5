import { parse } from 'parse5'

/** Ways in which a document is cut off, by the names that the HTML standard gives them; browsers show what is left, or nothing. */
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
 * What is broken in an ad's HTML, in words; undefined when nothing is. Other errors of the standard (a missing doctype, a tag
 * that is not closed) are mended by every browser in the same way, and are none here.
 */
export const htmlFault = (html: string): string | undefined => {
  let fault: string | undefined
  parse(html, {
    sourceCodeLocationInfo: true,
    onParseError: ({ code, startLine }) => {
      const where = ends[code]
      if (where !== undefined) fault ??= `the HTML ends ${where}, in line ${startLine}`
    },
  })
  return fault
}
