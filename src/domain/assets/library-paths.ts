import { isUtf8 } from 'node:buffer'
import { parseFragment } from 'parse5'

const afterPath = '"\'<>?#\\\n\r'
/** Characters of a path, as it is and encoded: one of most scripts has nine then. */
const longest = { plain: 512, encoded: 4_608 }
/** How many paths are tried that end at the same place: each of them would be part of the one before. */
const mostTries = 8

/** How HTML writes a character by its number. */
const byNumberHere = /&#(?:\d{1,7}|x[\da-f]{1,6});/iy
const isByNumber = (text: string, at: number): boolean => {
  byNumberHere.lastIndex = at
  return byNumberHere.test(text)
}
const quoteByName = /&(?:quot|apos|#0{0,5}3[49]|#x0{0,4}2[27]);/iy
const isQuote = (text: string, at: number): boolean => {
  quoteByName.lastIndex = at
  return quoteByName.test(text)
}
/** An ampersand that begins no character reference with a semicolon: others may be part of a name, such as `R&reg.png`. */
const plainAmpersand = /&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});)/gi
/** A path as HTML means it: its character references are those of browsers. */
const withoutEntities = (path: string): string => {
  if (!path.includes('&')) return path
  const written = path.replace(plainAmpersand, '&amp;').replaceAll('"', '&quot;')
  const [element] = parseFragment(`<a title="${written}">`).childNodes
  return element && 'attrs' in element ? (element.attrs[0]?.value ?? path) : path
}

/** Characters before a path that are looked at, for its host. */
const longestOrigin = 300
/** The quote that an address began with, if its path begins here: only the same one ends it. */
const quoteBefore = (text: string, at: number): string | undefined => {
  for (let i = at - 1; i >= 0 && at - i <= longestOrigin; i--) {
    const character = text.charAt(i)
    if (character === '"' || character === "'") return character
    if (!/[\w.:/[\]-]/.test(character)) return undefined
  }
  return undefined
}

const isSpace = (character: string): boolean => ' \t\n\r\f'.includes(character)
/** What follows an address in a `srcset`: a descriptor before the next one or the end; or the next address, behind a comma. */
const descriptor = /\s{1,50}\d{1,6}(?:\.\d{1,6})?[wx](?:\s{1,50}\d{1,6}h)?\s{0,50}(?=[,"'<>]|$)/y
const nextAddress = /\s{1,50}(?:https?:\/\/|\/)/y
const endsCandidate = (text: string, at: number): boolean => {
  const pattern = text.charAt(at - 1) === ',' ? nextAddress : descriptor
  pattern.lastIndex = at
  return pattern.test(text)
}

/**
 * Where a path ends: at the end of a candidate of `srcset`, before a character that no path has as it is, or a parenthesis that closes one around the
 * path, as in `url(…)`. `quote`: before the path; the other quote is then part of it.
 */
const endOfPath = (text: string, start: number, quote?: string): number => {
  let open = 0
  for (let at = start; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === '(') open++
    else if (character === ')') {
      if (open-- === 0 && quote === undefined) return at
    } else if (character === '&') {
      if (quote === undefined && isQuote(text, at)) return at
    } else if (afterPath.includes(character)) {
      const isPart =
        (quote !== undefined && character !== quote && `"'`.includes(character)) || isByNumber(text, at - 1)
      if (!isPart) return at
    } else if (isSpace(character) && endsCandidate(text, at)) return text.charAt(at - 1) === ',' ? at - 1 : at
  }
  return text.length
}

/**
 * Paths of the account's library that a text refers to: `/assets/<account>/<path>`, with or without scheme and host,
 * anywhere in HTML, a stylesheet or a column value. Sorted and unique; the search ends after `most`.
 */
export const assetPathsIn = (
  accountId: string,
  content: string,
  most = Number.POSITIVE_INFINITY,
): readonly string[] => {
  const prefix = `/assets/${accountId}/`
  const found = new Set<string>()
  // sought once for all paths that it ends, as each of them may start within another one
  let end = 0
  let quote: string | undefined
  let tries = 0
  for (let at = content.indexOf(prefix); at >= 0 && found.size < most; at = content.indexOf(prefix, at + 1)) {
    const start = at + prefix.length
    if (end < start) {
      quote = quoteBefore(content, at)
      end = endOfPath(content, start, quote)
      tries = 0
    }
    if (end === start || end - start > longest.encoded || tries === mostTries) continue
    const rest = content.slice(start, end)
    if (rest.length > longest.plain && !rest.includes('%') && !rest.includes('&')) continue
    tries++
    const path = rest.slice(0, endOfPath(rest, 0, quote))
    if (path !== '') found.add(decodedPath(withoutEntities(path)))
  }
  return [...found].sort()
}

const escapes = /(?:%[0-9A-Fa-f]{2})+/g
const beyondAscii = /%[89A-Fa-f]/
const strayPercent = /%(?![0-9A-Fa-f]{2})/g

/** A path in which each `%` begins an escape: browsers leave one of a name as it is. */
export const withoutStrayPercent = (path: string): string => path.replace(strayPercent, '%25')

/**
 * Decodes a path, in which a `%` that begins no escape stands for itself; one whose bytes are not UTF-8 is returned unchanged. As
 * `decodeURIComponent`, which throws instead: 100,000 errors block a node for half a second.
 */
export const decodedPath = (path: string): string => {
  if (!path.includes('%')) return path
  const escaped = withoutStrayPercent(path)
  if (!beyondAscii.test(escaped)) return decodeURIComponent(escaped)
  let isValid = true
  const text = escaped.replace(escapes, sequence => {
    const bytes = Buffer.from(sequence.replaceAll('%', ''), 'hex')
    isValid &&= isUtf8(bytes)
    return bytes.toString()
  })
  return isValid ? text : path
}
