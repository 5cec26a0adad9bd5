import type { BrandProfile } from '../brand.ts'
import type { TypeScale } from './type-scale.ts'

/** The texts of a template that are not columns. */
export type Texts = {
  readonly brandName: string
  /** undefined: the brand has none that fits, so the name of the product leads. */
  readonly headline: string | undefined
  readonly cta: string
}
const mostCta = 18
const mostName = 40

/** A text of the customer as a template may hold it: on one line, without the braces of placeholders. */
export const plainText = (text: string): string => text.replace(/[{}\s]+/g, ' ').trim()

const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`.toWellFormed()

/** The texts of a brand that fit a template. */
export const textsOf = (
  { name, copy }: BrandProfile,
  retailerName: string,
  { headlineMost }: Pick<TypeScale, 'headlineMost'>,
): Texts => {
  const first = (texts: readonly string[], most: number) =>
    texts.map(plainText).find(text => text !== '' && text.length <= most)
  return {
    brandName: shortened(plainText(name) || plainText(retailerName), mostName),
    headline: first(copy.headlines, headlineMost),
    cta: first(copy.callsToAction, mostCta) ?? 'Shop now',
  }
}
