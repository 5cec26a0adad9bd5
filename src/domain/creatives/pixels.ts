import type { Token } from 'parse5'
import { readTokens, voidElements } from './html-tokens.ts'

/** A place in HTML: where it starts, and its length. */
export type HtmlPlace = { readonly at: number; readonly length: number }

export type Attributes = Token.TagToken['attrs']
/** The value of an attribute of a tag. */
export const attributeOf = (attrs: Attributes, name: string): string | undefined =>
  attrs.find(attribute => attribute.name === name)?.value

/** A length in pixels; another unit is not known to be small. */
const inPixels = (value: string): number => {
  const [, number] = /^\s*(\d{1,5}(?:\.\d{1,5})?)(?:px)?\s*$/i.exec(value) ?? []
  return number === undefined ? Number.POSITIVE_INFINITY : Number(number)
}
const declared = (style: string, property: string): string | undefined =>
  style
    .split(';')
    .map(part => part.split(':'))
    .findLast(([name = '']) => name.trim().toLowerCase() === property)?.[1]
    ?.replace(/!important/i, '')
    .trim()
    .toLowerCase()

const isHidden = (attrs: Attributes): boolean => {
  if (attributeOf(attrs, 'hidden') !== undefined) return true
  const style = attributeOf(attrs, 'style') ?? ''
  return (
    declared(style, 'display') === 'none' ||
    declared(style, 'visibility') === 'hidden' ||
    Number(declared(style, 'opacity') ?? 1) === 0
  )
}
/** At most 2 × 2 by its attributes or its style; a side that is not given follows the other. */
const isTiny = (attrs: Attributes): boolean => {
  const style = attributeOf(attrs, 'style') ?? ''
  const sides = ['width', 'height'].map(name => declared(style, name) ?? attributeOf(attrs, name))
  const given = sides.filter(side => side !== undefined)
  return given.length > 0 && given.every(side => inPixels(side) <= 2)
}

/** The elements around a place that are hidden: what is inside the outermost one is hidden, too. */
const hiddenAround = () => {
  let name: string | undefined
  let depth = 0
  return {
    start({ tagName, attrs, selfClosing }: Token.TagToken) {
      if (selfClosing || voidElements.has(tagName)) return
      if (name === undefined && isHidden(attrs)) name = tagName
      if (name === tagName) depth++
    },
    end({ tagName }: Token.TagToken) {
      if (tagName === name && --depth === 0) name = undefined
    },
    isInside: () => name !== undefined,
  }
}

/**
 * Finds the counting pixels of a document while it is read tag by tag: images of at most 2 × 2 by their attributes or style, or hidden, or inside
 * of what is hidden.
 */
export const pixelFinder = () => {
  const around = hiddenAround()
  return {
    /** Whether the tag that starts is a pixel. */
    start(tag: Token.TagToken): boolean {
      around.start(tag)
      return tag.tagName === 'img' && (isTiny(tag.attrs) || isHidden(tag.attrs) || around.isInside())
    },
    end: around.end,
  }
}

/** Only another host counts: what is hidden in the library is shown by a script some time. */
const isElsewhere = (attrs: Attributes): boolean =>
  ['src', 'srcset'].some(name => /(?:^|[\s,])(?:https?:)?\/\//i.test(attributeOf(attrs, name) ?? ''))

/** Pixels that are found in one document, at most. */
const mostPixels = 100

/** Where the addresses of the counting pixels of a document are, with the names of their attributes. */
export const pixelPlaces = (html: string): readonly HtmlPlace[] => {
  const found: HtmlPlace[] = []
  if (!/<img/i.test(html)) return found
  const pixels = pixelFinder()
  const onStartTag = (tag: Token.TagToken) => {
    if (!pixels.start(tag) || !isElsewhere(tag.attrs) || found.length >= mostPixels) return
    for (const name of ['src', 'srcset']) {
      const place = tag.location?.attrs?.[name]
      if (place) found.push({ at: place.startOffset, length: place.endOffset - place.startOffset })
    }
  }
  readTokens(html, { onStartTag, onEndTag: pixels.end }, { located: true })
  return found.toSorted((a, b) => a.at - b.at)
}
