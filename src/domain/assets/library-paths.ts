import { isUtf8 } from 'node:buffer'

const afterPath = '"\'<>?#\\\n\r'
/** Characters of a path, as it is and encoded. */
const longest = { plain: 512, encoded: 1536 }
/** How many paths are tried that end at the same place: each of them would be part of the one before. */
const mostTries = 8

const isSpace = (character: string): boolean => ' \t\n\r\f'.includes(character)
/** What follows an address in a `srcset`: a descriptor before the next one or the end; or the next address, behind a comma. */
const descriptor = /\s{1,50}\d{1,6}(?:\.\d{1,6})?[wx](?:\s{1,50}\d{1,6}h)?\s{0,50}(?=[,"'<>]|$)/y
const nextAddress = /\s{1,50}(?:https?:\/\/|\/)/y
const endsCandidate = (text: string, at: number): boolean => {
  const pattern = text.charAt(at - 1) === ',' ? nextAddress : descriptor
  pattern.lastIndex = at
  return pattern.test(text)
}

/** Where a path ends: at the end of a candidate of `srcset`, before a character that no path has as it is, or a parenthesis that closes one around the path, as in `url(…)`. */
const endOfPath = (text: string, start: number): number => {
  let open = 0
  for (let at = start; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === '(') open++
    else if (character === ')' ? open-- === 0 : afterPath.includes(character)) return at
    else if (isSpace(character) && endsCandidate(text, at)) return text.charAt(at - 1) === ',' ? at - 1 : at
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
  let tries = 0
  for (let at = content.indexOf(prefix); at >= 0 && found.size < most; at = content.indexOf(prefix, at + 1)) {
    const start = at + prefix.length
    if (end < start) {
      end = endOfPath(content, start)
      tries = 0
    }
    if (end === start || end - start > longest.encoded || tries === mostTries) continue
    const rest = content.slice(start, end)
    if (rest.length > longest.plain && !rest.includes('%')) continue
    tries++
    const path = rest.slice(0, endOfPath(rest, 0))
    if (path !== '') found.add(decodedPath(path))
  }
  return [...found].sort()
}

const escapes = /(?:%[0-9A-Fa-f]{2})+/g
const beyondAscii = /%[89A-Fa-f]/
const brokenEscape = /%(?![0-9A-Fa-f]{2})/

/**
 * Decodes a path; a path with invalid percent-encoding is returned unchanged. As `decodeURIComponent`, which throws instead: 100,000 errors
 * block a node for half a second.
 */
export const decodedPath = (path: string): string => {
  if (!path.includes('%') || brokenEscape.test(path)) return path
  if (!beyondAscii.test(path)) return decodeURIComponent(path)
  let isValid = true
  const text = path.replace(escapes, escaped => {
    const bytes = Buffer.from(escaped.replaceAll('%', ''), 'hex')
    isValid &&= isUtf8(bytes)
    return bytes.toString()
  })
  return isValid ? text : path
}
