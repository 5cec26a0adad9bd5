import type { TemplateSize } from './size.ts'

/** How a template is laid out. */
export type Shape = 'mobile' | 'leaderboard' | 'billboard' | 'rectangle' | 'portrait' | 'skyscraper'

/** The shape of a size, also of one that is not in the list of sizes. */
export const shapeOf = ({ width, height }: TemplateSize): Shape => {
  const ratio = width / height
  if (ratio >= 3 && height <= 60) return 'mobile'
  if (ratio >= 4.5 || (ratio >= 3 && height <= 120)) return 'leaderboard'
  if (ratio >= 2) return 'billboard'
  if (ratio >= 0.75) return 'rectangle'
  return ratio >= 0.4 ? 'portrait' : 'skyscraper'
}

/** Whether a design has so nearly the shape of a size that its layout can be used for it: the ratios differ by a tenth at most. */
export const isNearShape = (a: TemplateSize, b: TemplateSize): boolean =>
  Math.abs(Math.log(a.width / a.height / (b.width / b.height))) <= Math.log(1.1)
