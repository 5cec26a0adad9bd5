import type { BrandFont } from './brand.ts'
import type { ColorFinding, ColorRole, FontFinding } from './brand-findings.ts'
import { fontsNamedIn, genericOf } from './known-fonts.ts'
import { plainText } from './plain-text.ts'

const roleWords: readonly (readonly [ColorRole, RegExp])[] = [
  ['primary', /\b(?:primary|main|brand|core|lead)\b/i],
  ['secondary', /\b(?:secondary|supporting)\b/i],
  ['accent', /\b(?:accent|highlight|action|button|cta)\b/i],
  ['background', /\b(?:background|paper|canvas|surface)\b/i],
  ['text', /\b(?:text|copy|ink|body)\b/i],
]
/** The role whose word is in the text. */
export const roleNamedIn = (text: string): ColorRole | undefined => roleWords.find(([, word]) => word.test(text))?.[0]

const fontRole = (before: string): BrandFont['role'] | undefined =>
  /\b(?:heading|headline|title|display)s?\b/i.test(before)
    ? 'heading'
    : /\b(?:body|text|copy|paragraph)s?\b/i.test(before)
      ? 'body'
      : undefined

const mostLine = 400
/** A guideline shows few colors; a longer list is a style sheet. */
const mostNamed = 60
const weights: readonly (readonly [RegExp, number])[] = [
  [/\b(?:extra|ultra)[ -]?bold|\bblack\b/i, 800],
  [/\bsemi[ -]?bold\b/i, 600],
  [/\bbold\b/i, 700],
  [/\bmedium\b/i, 500],
  [/\blight\b/i, 300],
]
const weightAfter = (text: string): number => weights.find(([word]) => word.test(text))?.[1] ?? 400

const asLong = (hex: string): string =>
  (hex.length === 4 ? `#${[...hex.slice(1)].map(digit => digit + digit).join('')}` : hex).toLowerCase()

/**
 * Colors and fonts that the lines of a guideline name, such as `Primary: #1f6b4a` and `Headings in Lora Bold`. The role of a color is the last one
 * that is named before it, in its line or as the line before.
 */
export const namedInText = (
  lines: readonly string[],
): { readonly colors: readonly ColorFinding[]; readonly fonts: readonly FontFinding[] } => {
  const colors: ColorFinding[] = []
  const fonts: FontFinding[] = []
  let before = ''
  for (const whole of lines) {
    const line = plainText(whole, mostLine)
    let end = 0
    for (const { 0: hex, index } of line.matchAll(/#(?:[0-9a-f]{6}|[0-9a-f]{3})\b/gi)) {
      if (colors.length === mostNamed) break
      const own = line.slice(end, index)
      const hint = roleNamedIn(own) ?? (end === 0 ? (roleNamedIn(line.slice(index)) ?? roleNamedIn(before)) : undefined)
      colors.push({ hex: asLong(hex), weight: hint ? 3 : 1, ...(hint ? { hint } : {}) })
      end = index + hex.length
    }
    let last = 0
    for (const { family, at } of fontsNamedIn(line)) {
      if (fonts.length === mostNamed) break
      const role = fontRole(line.slice(Math.max(last, at - 60), at)) ?? fontRole(before)
      const weight = weightAfter(line.slice(at, at + family.length + 20))
      fonts.push({ family, use: role ? 3 : 1, weight, generic: genericOf(family), ...(role ? { role } : {}) })
      last = at + family.length
    }
    // a line that has its own colors or fonts says nothing of the next one
    before = line.length < 60 && end === 0 && last === 0 ? line : ''
  }
  return { colors, fonts }
}
