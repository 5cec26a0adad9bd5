import type { BrandProfile } from '../brand.ts'
import { fittingSize, type LetterSizes, type Room, widthOf } from './fit.ts'
import type { Look } from './look.ts'

/** The texts of a template that are not columns, each with the size of its letters. */
export type Texts = {
  readonly brandName: string
  /** undefined: the brand has none that fits, so the name of the product leads. */
  readonly headline: Fitted | undefined
  readonly cta: Fitted
  /** Small print, which is shown whole. */
  readonly legal: string | undefined
}
type Fitted = { readonly text: string; readonly size: number }
type Place = { readonly room: Room; readonly letters: LetterSizes }

const mostName = 40
const usualCta = 'Shop now'

/** A text of the customer as a template may hold it: on one line, without the braces of placeholders. */
export const plainText = (text: string): string => text.replace(/[{}\s]+/g, ' ').trim()

/** The first words of a long name; a wordmark never breaks within one. */
const shortened = (text: string, most: number): string => {
  const end = text.length <= most ? text.length : text.lastIndexOf(' ', most)
  return text.slice(0, end > 0 ? end : most).toWellFormed()
}

/** The first text that fits a place, in the largest letters that it has room for. */
const firstFitting = (texts: readonly string[], { room, letters }: Place): Fitted | undefined => {
  for (const text of texts.map(plainText)) {
    const size = text === '' ? undefined : fittingSize(text, room, letters)
    if (size !== undefined) return { text, size }
  }
  return undefined
}

/** A text that fits one line in letters of a size that are not bold. */
const fittingLine = (
  text: string | undefined,
  { letters, width }: { readonly letters: number; readonly width: number },
): string | undefined => {
  const line = text === undefined ? '' : plainText(text)
  return line !== '' && widthOf(line) * letters * ofBold <= width ? line : undefined
}
/** The width of usual letters, as a share of bold ones. */
const ofBold = 0.9

/** The texts of a brand that fit a template. */
export const textsOf = (
  { brand, retailerName }: { readonly brand: BrandProfile; readonly retailerName: string },
  { copy, legal, logo }: Pick<Look, 'copy' | 'legal' | 'logo'>,
  places: {
    readonly headline: Place
    readonly cta: Place
    /** `width`: of the line that small print has. */
    readonly legal: { readonly letters: number; readonly width: number }
  },
): Texts => ({
  brandName: shortened(plainText(logo?.text ?? '') || plainText(brand.name) || plainText(retailerName), mostName),
  headline: firstFitting(copy.headlines, places.headline),
  cta: firstFitting([...copy.callsToAction, usualCta], places.cta) ?? {
    text: usualCta,
    size: places.cta.letters.least,
  },
  legal: fittingLine(legal, places.legal),
})
