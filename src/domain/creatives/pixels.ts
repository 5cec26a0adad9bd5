import type { Token } from 'parse5'
import { readTokens, voidElements } from './html-tokens.ts'

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

/** Elements whose address may be that of a count, with the attributes that have it. */
const counting: Readonly<Record<string, readonly string[]>> = {
  img: ['src', 'srcset'],
  source: ['srcset'],
  iframe: ['src'],
}
/** Only another host counts. A `<base>` may lead every address to one. */
const isElsewhere = (address: string, hasBase: boolean): boolean =>
  hasBase || /(?:^|[\s,])(?:https?:)?[/\\]{2}/i.test(address)

/** Addresses that are held back in one document, at most. */
const mostHeld = 500

/** Written before the name of an attribute, so that browsers do not load its address. */
export const heldPrefix = 'data-held-'

/**
 * The places of the attributes by which a document may load pictures and frames of other hosts. Whether one is a counting pixel only the page
 * knows: a style sheet or a script may hide it, or show it.
 */
export const heldPlaces = (html: string): readonly number[] => {
  const found: number[] = []
  if (!/<(?:img|source|iframe)/i.test(html)) return found
  const hasBase = /<base/i.test(html)
  const onStartTag = ({ tagName, attrs, location }: Token.TagToken) => {
    for (const name of counting[tagName] ?? []) {
      const place = location?.attrs?.[name]
      const address = attributeOf(attrs, name)
      if (place && address !== undefined && isElsewhere(address, hasBase) && found.length < mostHeld)
        found.push(place.startOffset)
    }
  }
  readTokens(html, { onStartTag }, { located: true })
  return found
}
