import type { Token } from 'parse5'
import { readTokens } from '../creatives/html-tokens.ts'
import { heldPlaces } from '../creatives/pixels.ts'
import { afterComments, afterMarkup } from '../shared/markup.ts'
import { attributeCode } from './attribute-code.ts'
import { type MacroSlot, macroSlots } from './html-macros.ts'
import { type Led, ledLocations, mostLed } from './led-locations.ts'
import { scriptPlaceholders } from './script-placeholders.ts'

/**
 * A `{{clickUrl}}` or `{{{clickUrl}}}` in the markup of an ad, or in a script: where it starts, and its length. `stays`: it is the placeholder of
 * a clickTag, which stays as it is if there is no click-through. A place of length 0 is beside the address that a script gives a `location`:
 * before it, of whose location it is, and `end` behind it.
 */
export type ClickSlot = {
  readonly at: number
  readonly length: number
  readonly in: 'markup' | 'script' | Led | 'end'
  readonly stays?: true
}

/** What is known of an ad before it is served: found once, so that serving only puts parts together. */
export type PreparedAd = {
  /** A document or a fragment; it may contain click slots. */
  readonly html: string
  /** Where scripts of ours may start: after the doctype, because a script before it would cause quirks mode. */
  readonly startsAt: number
  readonly clickSlots: readonly ClickSlot[]
  /** The places of attributes that may load counting pixels; previews hold their addresses back until they are seen (TAGS-19). */
  readonly held: readonly number[]
  /** Addresses with macros of other ad servers. */
  readonly macros: readonly MacroSlot[]
  /** Whether the ad has neither a click slot nor a `clickTag` nor a link, so that the whole ad is the link. */
  readonly isOneLink: boolean
  /** Whether its scripts may read a clickTag, also from the query of the frame. */
  readonly takesClickTag: boolean
}

const slots = /\{\{\{\s*clickUrl\s*\}\}\}|\{\{\s*clickUrl\s*\}\}/g
const linkTag = /<a\s([^>]*)/gi

const hasOwnLink = (html: string): boolean =>
  /clickTag/i.test(html) ||
  /\{\{\s*clickUrl/i.test(html) ||
  html.matchAll(linkTag).some(([, attributes = '']) => /href/i.test(attributes))

/** A script as browsers find it: not in a comment, a style sheet or an SVG. `type`: its attribute. */
type Script = { readonly from: number; readonly to: number; readonly type: string }

/** A part of the code of an ad, and where its characters are in the document. */
type Code = { readonly code: string; readonly placeOf: (at: number) => number; readonly isModule?: boolean }

const mentionsClickTag = (code: string): boolean => /click_?tag/i.test(code)
const mentionsLocation = (code: string): boolean => code.includes('location')

/** The scripts of an ad, and the code in its attributes that may lead a window on. */
const readCode = (html: string): { readonly scripts: readonly Script[]; readonly inAttributes: readonly Code[] } => {
  const scripts: Script[] = []
  const inAttributes: Code[] = []
  let type = ''
  const onStartTag = (tag: Token.TagToken) => {
    if (tag.tagName === 'script')
      type =
        tag.attrs
          .find(({ name }) => name === 'type')
          ?.value.trim()
          .toLowerCase() ?? ''
    if (tag.attrs.some(({ value }) => mentionsLocation(value)))
      inAttributes.push(...attributeCode(html, tag).filter(({ code }) => mentionsLocation(code)))
  }
  readTokens(html, { onStartTag, onScript: (from, to) => scripts.push({ from, to, type }) }, { located: true })
  return { scripts, inAttributes }
}

/**
 * The slots of an ad. Browsers decode nothing in a script, so any slot there is one of a script. Elsewhere they decode everything, also
 * what `{{{clickUrl}}}` would leave as it is: a quote that is written as `&#39;` would end a text in an `onclick`.
 */
const namedSlots = (html: string, scripts: readonly Script[]): readonly ClickSlot[] => {
  let next = 0
  return [...html.matchAll(slots)].map(({ 0: { length }, index: at }) => {
    while ((scripts[next]?.to ?? at + 1) <= at) next++
    const isScript = (scripts[next]?.from ?? at + 1) <= at
    return { at, length, in: isScript ? 'script' : 'markup' }
  })
}

/** Characters of code that are parsed in one ad, at most, and placeholders that are found there. */
const mostParsed = 512 * 1024
const mostPlaceholders = 100

const isCode = ({ type }: Script): boolean => /^$|^module$|^(?:text|application)\/(?:x-)?(?:java|ecma)script/.test(type)

const codeOf = (html: string, { from, to, type }: Script): Code => ({
  code: html.slice(from, to).split(/<\/script/i, 1)[0] ?? '',
  placeOf: at => from + at,
  isModule: type === 'module',
})

/** The placeholders of clickTags in scripts. A script cannot be stopped from using what it declares with `const` or in a function, so the text is replaced. */
const placeholderSlots = ({ code, placeOf, isModule }: Code): readonly ClickSlot[] =>
  mentionsClickTag(code)
    ? scriptPlaceholders(code, isModule ? 'module' : 'script').map(({ at, length }) => ({
        at: placeOf(at),
        length,
        in: 'script',
        stays: true,
      }))
    : []

/** Both ends of addresses that code gives a location, which no script of ours can see. */
const ledSlots = ({ code, placeOf, isModule }: Code): readonly ClickSlot[] =>
  mentionsLocation(code)
    ? ledLocations(code, isModule ? 'module' : 'script').flatMap(({ from, to, of }) => [
        { at: placeOf(from), length: 0, in: of },
        // behind the last character: in an attribute it may be an entity
        { at: placeOf(to), length: 0, in: 'end' } as const,
      ])
    : []

/** As many parts of code as are parsed. */
const affordable = (all: readonly Code[]): readonly Code[] => {
  let parsed = 0
  return all.filter(({ code }) => {
    const isRead = (mentionsClickTag(code) || mentionsLocation(code)) && parsed + code.length <= mostParsed
    if (isRead) parsed += code.length
    return isRead
  })
}

const slotsOf = (html: string): readonly ClickSlot[] => {
  const hasSlot = /\{\{\s*clickUrl/.test(html)
  if (!hasSlot && !mentionsClickTag(html) && !mentionsLocation(html)) return []
  const { scripts, inAttributes } = readCode(html)
  const named = namedSlots(html, scripts)
  const holdsNamed = ({ at, length }: ClickSlot) => hasSlot && html.slice(at, at + length).includes('{{')
  const inScripts = affordable([...scripts.filter(isCode).map(script => codeOf(html, script)), ...inAttributes])
  const placeholders = inScripts.flatMap(placeholderSlots).filter(slot => !holdsNamed(slot))
  const led = inScripts.flatMap(ledSlots)
  return [...named, ...placeholders.slice(0, mostPlaceholders), ...led.slice(0, 2 * mostLed)].toSorted(
    (a, b) => a.at - b.at,
  )
}

/** Finds in an ad what serving it needs (TAGS-11); in linear time. */
export const preparedAd = (html: string): PreparedAd => ({
  html,
  startsAt: afterMarkup(html, afterComments(html), '<!doctype') ?? 0,
  clickSlots: slotsOf(html),
  held: heldPlaces(html),
  macros: macroSlots(html),
  isOneLink: !hasOwnLink(html),
  takesClickTag: /click_?tag|<script/i.test(html),
})
