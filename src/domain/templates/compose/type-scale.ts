import type { Shape } from '../shape.ts'
import type { TemplateSize } from '../size.ts'

/** Sizes of letters and parts in pixels. */
export type TypeScale = {
  /** The step of all distances. */
  readonly step: number
  readonly headline: number
  readonly name: number
  readonly price: number
  readonly wasPrice: number
  readonly cta: number
  readonly badge: number
  readonly logo: TemplateSize
}

type Nominal = TypeScale & { readonly at: TemplateSize }

/** For the usual size of each shape; other sizes are scaled from it. */
const nominal: Readonly<Record<Shape, Nominal>> = {
  mobile: {
    at: { width: 320, height: 50 },
    ...{ step: 2, headline: 10, name: 10, price: 13.5, wasPrice: 9 },
    ...{ cta: 11, badge: 9, logo: { width: 58, height: 28 } },
  },
  leaderboard: {
    at: { width: 728, height: 90 },
    ...{ step: 4, headline: 18, name: 12, price: 23, wasPrice: 12 },
    ...{ cta: 13, badge: 9.5, logo: { width: 112, height: 44 } },
  },
  billboard: {
    at: { width: 970, height: 250 },
    ...{ step: 8, headline: 46, name: 18, price: 40, wasPrice: 18 },
    ...{ cta: 18, badge: 15, logo: { width: 170, height: 40 } },
  },
  rectangle: {
    at: { width: 300, height: 250 },
    ...{ step: 4, headline: 21, name: 12, price: 22, wasPrice: 12 },
    ...{ cta: 12.5, badge: 10.5, logo: { width: 112, height: 26 } },
  },
  portrait: {
    at: { width: 300, height: 600 },
    ...{ step: 6, headline: 34, name: 16, price: 36, wasPrice: 17 },
    ...{ cta: 17, badge: 14, logo: { width: 180, height: 40 } },
  },
  skyscraper: {
    at: { width: 160, height: 600 },
    ...{ step: 4, headline: 28, name: 14, price: 26, wasPrice: 13 },
    ...{ cta: 14, badge: 11, logo: { width: 134, height: 34 } },
  },
}

const rounded = (pixels: number): number => Math.round(pixels * 4) / 4
/** Smaller letters cannot be read. */
export const leastLetters = 9

/** The sizes of a template: those of its shape, scaled to its size. `tightened`: how much smaller its letters are than usual, 0 to 1. */
export const typeScaleOf = (shape: Shape, { width, height }: TemplateSize, tightened = 1): TypeScale => {
  const { at, ...scale } = nominal[shape]
  const factor = Math.min(width / at.width, height / at.height)
  const letters = (pixels: number) => Math.max(leastLetters, rounded(pixels * factor * tightened))
  return {
    ...scale,
    step: rounded(scale.step * factor),
    headline: letters(scale.headline),
    name: letters(scale.name),
    price: letters(scale.price),
    wasPrice: letters(scale.wasPrice),
    cta: letters(scale.cta),
    badge: letters(scale.badge),
    logo: { width: Math.round(scale.logo.width * factor), height: Math.round(scale.logo.height * factor) },
  }
}
