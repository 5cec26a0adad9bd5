import type { Token } from 'parse5'

/** Code in an attribute, as browsers decode it, and where its characters are in the document. */
export type AttributeCode = { readonly code: string; readonly placeOf: (at: number) => number }

/** What code in attributes escapes; other entities are rare there. */
const entities: readonly (readonly [string, string])[] = [
  ['&quot;', '"'],
  ['&amp;', '&'],
  ['&apos;', "'"],
  ['&#39;', "'"],
  ['&#039;', "'"],
  ['&#x27;', "'"],
  ['&#34;', '"'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['\r\n', '\n'],
  ['\r', '\n'],
]

const characterAt = (raw: string, at: number): readonly [string, string] => {
  const character = raw.charAt(at)
  const entity =
    character === '&' || character === '\r' ? entities.find(([text]) => raw.startsWith(text, at)) : undefined
  return entity ?? [character, character]
}

/** Where the value of an attribute starts and ends in the document. */
const valueIn = (html: string, { startOffset, endOffset }: Token.Location, name: string) => {
  let from = html.indexOf('=', startOffset + name.length) + 1
  while (' \t\n\r\f'.includes(html.charAt(from)) && from < endOffset) from++
  const isQuoted = html.charAt(from) === '"' || html.charAt(from) === "'"
  return isQuoted ? [from + 1, endOffset - 1] : [from, endOffset]
}

/** `javascript:`, which browsers read behind white space in any case of letters. */
const ofLink = /^\s*javascript:/i

const isLink = (name: string) => name === 'href' || name === 'xlink:href'

/** The code in the attributes of a tag: `on…`, and links with code. Left out is what has entities other than the usual ones. */
export const attributeCode = (html: string, { attrs, location }: Token.TagToken): readonly AttributeCode[] =>
  attrs.flatMap(({ name, value, prefix }) => {
    const whole = prefix ? `${prefix}:${name}` : name
    const place = location?.attrs?.[whole]
    const [start = ''] = isLink(whole) ? (ofLink.exec(value) ?? []) : []
    if (!place || !(name.startsWith('on') || start !== '')) return []
    const [from = 0, to = 0] = valueIn(html, place, whole)
    const raw = html.slice(from, to)
    const places: number[] = []
    const texts: string[] = []
    for (let at = 0; at < raw.length; ) {
      const [written, character] = characterAt(raw, at)
      places.push(from + at)
      texts.push(character)
      at += written.length
    }
    if (texts.join('') !== value) return []
    return [{ code: value.slice(start.length), placeOf: at => places[at + start.length] ?? to }]
  })
