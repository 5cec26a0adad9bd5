import { isNearShape } from '../shape.ts'
import { isSameSize, sizesOf, type TemplateSize } from '../size.ts'

/** Sizes that ads are sold in besides those that templates are always made in. */
const sold: readonly TemplateSize[] = [
  ...sizesOf('OffSite'),
  ...[
    [336, 280],
    [250, 250],
    [200, 200],
    [970, 90],
    [468, 60],
    [320, 100],
    [300, 50],
    [120, 600],
    [300, 1050],
    [320, 480],
    [480, 320],
    [1080, 1080],
    [1080, 1920],
    [1200, 628],
  ].map(([width = 0, height = 0]) => ({ width, height })),
]
/** Designs for screens of high resolution have so many times the pixels of their ad, at most. */
const mostFold = 4
/** The sides of an ad. Pixels. */
const side = { least: 50, most: 2000 }

const folds = Array.from({ length: mostFold }, (_, i) => i + 1)

/** The size of an ad that a design is for: one that is sold, also in whole multiples of its pixels; undefined: it is none of these. */
const soldSize = ({ width, height }: TemplateSize): TemplateSize | undefined =>
  folds
    .map(fold =>
      sold.find(size => isSameSize({ width, height }, { width: size.width * fold, height: size.height * fold })),
    )
    .find(size => size !== undefined)

/** A design of an unusual size is an ad of its pixels, unless another size has nearly its shape. */
const unusualSize = ({ width, height }: TemplateSize, made: readonly TemplateSize[]): TemplateSize | undefined =>
  [width, height].every(pixels => pixels >= side.least && pixels <= side.most) &&
  !made.some(size => isNearShape(size, { width, height }))
    ? { width, height }
    : undefined

/**
 * The sizes of a brand's designs in which templates are made besides the sizes that are asked for (TEMPLATE-17), each once, in the order of the designs:
 * a design is always made in its own size. There are at most as many as designs.
 */
export const designSizes = (
  designs: readonly TemplateSize[],
  asked: readonly TemplateSize[],
): readonly TemplateSize[] => {
  const made = [...asked]
  for (const design of designs) {
    const size = soldSize(design) ?? unusualSize(design, made)
    if (size !== undefined && !made.some(one => isSameSize(one, size))) made.push(size)
  }
  return made.slice(asked.length)
}
