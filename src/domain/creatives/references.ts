import type { Token } from 'parse5'
import { type CssReference, cssReferences, mayHide } from './css-references.ts'
import { readTokens } from './html-tokens.ts'
import { attributeOf, pixelFinder } from './pixels.ts'

/** An address in the HTML of an ad that browsers load by themselves. */
export type Reference = {
  /** As it is written, decoded, without the descriptor of a `srcset`; it may hold tags of Mustache. */
  readonly address: string
  /** `pixel`: a picture that nobody sees, because it is tiny or hidden. `file`: style sheets, scripts, fonts, films and frames. */
  readonly use: 'picture' | 'pixel' | 'file'
  /** Whether every browser loads it: not one of several to choose from, nor something for later. */
  readonly isCertain: boolean
  /** Whether the address is the whole value of an attribute or of a `url(…)`. */
  readonly isWhole: boolean
  /** In a style, or in an attribute; `hidden`: a style sheet may hide the picture. */
  readonly from: 'style' | 'attribute' | 'hidden'
}

/** What a page loads, in the order in which it is found. `base`: the address to which relative ones are relative, if the HTML names one. */
export type References = { readonly list: readonly Reference[]; readonly base?: string }

/** The attributes, by element, whose addresses are shown as pictures, and those of other files. */
const pictures: Readonly<Record<string, readonly string[]>> = {
  img: ['src', 'srcset'],
  source: ['srcset'],
  input: ['src'],
  video: ['poster'],
  image: ['href', 'xlink:href'],
  body: ['background'],
  table: ['background'],
  td: ['background'],
  th: ['background'],
}
const files: Readonly<Record<string, readonly string[]>> = {
  source: ['src'],
  video: ['src'],
  audio: ['src'],
  track: ['src'],
  script: ['src'],
  iframe: ['src'],
  embed: ['src'],
  object: ['data'],
}
const withCandidates = new Set(['srcset', 'imagesrcset'])
/** Elements in which an image is not always loaded: what they hold is for later, or one of several is chosen. */
const undecided = new Set(['template', 'picture'])

/**
 * The addresses of a `srcset`, as the HTML standard splits it: a candidate is a run without white space, at whose end commas are not part of
 * it; what follows up to a comma outside parentheses is its descriptor.
 */
export const candidatesOf = (srcset: string): readonly string[] => {
  const found: string[] = []
  let at = 0
  const skip = (isPart: (character: string) => boolean) => {
    while (at < srcset.length && isPart(srcset.charAt(at))) at++
  }
  const isSpace = (character: string) => /\s/.test(character)
  while (at < srcset.length) {
    skip(character => isSpace(character) || character === ',')
    const from = at
    skip(character => !isSpace(character))
    if (at === from) break
    const written = srcset.slice(from, at)
    let end = written.length
    while (written[end - 1] === ',') end--
    found.push(written.slice(0, end))
    if (end < written.length) continue
    let depth = 0
    skip(character => {
      if (character === '(') depth++
      if (character === ')') depth--
      return character !== ',' || depth > 0
    })
  }
  return found
}

/** A tag of Mustache without blanks inside, which an address in CSS could not have. */
const withoutBlanks = (html: string): string => html.replace(/\{\{([{&]?)[ \t]*([^{}\s]+)[ \t]*\}\}/g, '{{$1$2}}')

/** The rel of links whose address is loaded with the page, and of those that are shown as pictures. */
const loadedLink = /(?:^|\s)(?:stylesheet|preload|modulepreload)(?:\s|$)/i

/** Reads what the HTML of an ad, or of its template, loads; in linear time. */
export const referencesIn = (html: string): References => {
  const list: Reference[] = []
  const fromTag = mayHide(html) ? 'hidden' : 'attribute'
  const pixels = pixelFinder()
  let base: string | undefined
  let depth = 0
  let style: string[] | undefined
  const ofStyle = ({ address, isPicture, isCertain }: CssReference) =>
    list.push({ address, use: isPicture ? 'picture' : 'file', isCertain, isWhole: true, from: 'style' })
  const ofTag = ({ tagName, attrs }: Token.TagToken, isPixel: boolean) => {
    const from = tagName === 'img' || tagName === 'source' ? fromTag : 'attribute'
    const use = isPixel ? 'pixel' : 'picture'
    const isCertain =
      depth === 0 && attributeOf(attrs, 'srcset') === undefined && attributeOf(attrs, 'loading') === undefined
    const note = (name: string, kind: Reference['use']) => {
      const value = attributeOf(attrs, name)
      if (value === undefined) return
      const isSet = withCandidates.has(name)
      for (const address of isSet ? candidatesOf(value) : [value.trim()])
        if (address !== '') list.push({ address, use: kind, isCertain: isCertain && !isSet, isWhole: !isSet, from })
    }
    for (const name of pictures[tagName] ?? []) note(name, use)
    for (const name of files[tagName] ?? []) note(name, 'file')
    if (tagName === 'link') {
      const rel = attributeOf(attrs, 'rel') ?? ''
      const isPicture = attributeOf(attrs, 'as')?.toLowerCase() === 'image'
      if (loadedLink.test(rel)) note('href', isPicture ? 'picture' : 'file')
      if (isPicture) note('imagesrcset', 'picture')
    }
  }
  readTokens(withoutBlanks(html), {
    onStartTag: tag => {
      const { tagName, attrs, selfClosing } = tag
      if (tagName === 'base') base ??= attributeOf(attrs, 'href')?.trim()
      if (undecided.has(tagName) && !selfClosing) depth++
      ofTag(tag, pixels.start(tag))
      const own = attributeOf(attrs, 'style')
      if (own !== undefined) for (const found of cssReferences(own)) ofStyle(found)
      if (tagName === 'style') style = []
    },
    onText: part => style?.push(part),
    onEndTag: tag => {
      pixels.end(tag)
      if (undecided.has(tag.tagName)) depth = Math.max(0, depth - 1)
      if (tag.tagName !== 'style' || style === undefined) return
      for (const found of cssReferences(style.join(''))) ofStyle(found)
      style = undefined
    },
  })
  return { list, ...(base === undefined ? {} : { base }) }
}
