import type { Shape } from '../../shape.ts'
import type { TemplateSize } from '../../size.ts'
import { lineHeight, type Room } from '../fit.ts'
import type { TypeScale } from '../type-scale.ts'

/** Where the parts of a family are in a size, and the room that they have. Pixels. */
export type Layout = {
  /** Rules of the style sheet: the grid of `.stage` and what differs from the common rules. */
  readonly css: string
  /** `lines`: of the headline. Without lines there is no room for one. */
  readonly copy: Room
  readonly nameLines: number
  /** The width of price and button. */
  readonly deal: { readonly price: number; readonly cta: number }
  /** How much larger than usual the headline is. */
  readonly emphasis: number
  readonly align: 'left' | 'center'
  /** Radius of the picture's panel where corners are round. */
  readonly panelRadius: string
  /** The picture fills its panel and may be cropped, instead of being shown whole. */
  readonly covers: boolean
  /** The logo has a plate in the color of the panel, or of the ad. */
  readonly plate: 'none' | 'panel' | 'ad'
}
export type LayoutInput = {
  readonly shape: Shape
  readonly size: TemplateSize
  readonly scale: TypeScale
  readonly edge: number
}

/** Heights of a name of some lines, and of the longest price with the button beside it or below it. Pixels. */
export const heightsOf = ({ name, price, wasPrice, cta, step }: TypeScale) => {
  const [prices, button] = [lineHeight * (price + wasPrice), 2.64 * cta]
  return {
    name: (lines: number): number => lines * 1.28 * name + step,
    button,
    dealBeside: Math.max(prices, button),
    dealBelow: prices + 2 * step + button,
  }
}
