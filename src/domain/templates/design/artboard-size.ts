import type { DesignLayer, DesignLayout } from '../brand.ts'
import { isNearShape } from '../shape.ts'
import { adUnitSizeOf, sizesOf, type TemplateSize } from '../size.ts'
import { scaleLayout } from './scale-layout.ts'

const size = (width: number, height: number): TemplateSize => ({ width, height })
/** What people call ad units, as letters only. */
const names: Readonly<Record<string, TemplateSize>> = {
  mediumrectangle: size(300, 250),
  mpu: size(300, 250),
  mrec: size(300, 250),
  largerectangle: size(336, 280),
  leaderboard: size(728, 90),
  billboard: size(970, 250),
  mobileleaderboard: size(320, 50),
  mobilebanner: size(320, 50),
  largemobilebanner: size(320, 100),
  skyscraper: size(160, 600),
  narrowskyscraper: size(120, 600),
  halfpage: size(300, 600),
  doublempu: size(300, 600),
}
const units = new Set([...sizesOf('OffSite'), ...Object.values(names)].map(adUnitSizeOf))
/** Designs are drawn this much larger than the ad, for fine screens. */
const scales = [2, 3, 1.5, 4]

const sizesIn = (name: string): readonly TemplateSize[] => {
  const written = [...name.matchAll(/(\d{2,4}) ?[x×] ?(\d{2,4})/giu)].map(([, width, height]) =>
    size(Number(width), Number(height)),
  )
  const letters = name.toLowerCase().replaceAll(/[^a-z]/g, '')
  const called = Object.entries(names).flatMap(([unit, its]) => (letters.includes(unit) ? [its] : []))
  return [...written, ...called]
}
const dividedBy = ({ width, height }: TemplateSize, scale: number): TemplateSize => size(width / scale, height / scale)
const isWhole = ({ width, height }: TemplateSize): boolean => Number.isInteger(width) && Number.isInteger(height)

/**
 * The ad that an artboard is for: what its name says in numbers or words, if that is nearly its shape (`Banner 300x250`, `970x250@2x`, `Leaderboard`), else an
 * ad unit that it is two, three, one and a half or four times as large as, else its own size. Pixels.
 */
export const adSizeOf = (name: string, drawn: TemplateSize): TemplateSize => {
  const isDrawn = ({ width, height }: TemplateSize) => width === drawn.width && height === drawn.height
  const scale = scales.find(n => name.includes(`@${n}x`))
  const named = sizesIn(name).filter(one => isNearShape(one, drawn))
  const meant = scale === undefined ? named[0] : named.find(one => !isDrawn(one))
  if (meant) return meant
  const smaller = scales.map(n => dividedBy(drawn, n)).find(one => units.has(adUnitSizeOf(one)))
  if (scale !== undefined && isWhole(dividedBy(drawn, scale))) return dividedBy(drawn, scale)
  return units.has(adUnitSizeOf(drawn)) ? drawn : (smaller ?? drawn)
}

/** A layer whose edges are between pixels, as layers of designs are. */
const onPixels = (layer: DesignLayer): DesignLayer => {
  const [x, y] = [Math.round(layer.x), Math.round(layer.y)]
  const width = Math.max(1, Math.round(layer.x + layer.width) - x)
  return { ...layer, x, y, width, height: Math.max(1, Math.round(layer.y + layer.height) - y) }
}

/** An artboard in the size of its ad. */
export const artboardLayout = (name: string, layout: DesignLayout): DesignLayout => {
  const ad = adSizeOf(name, layout)
  if (adUnitSizeOf(ad) === adUnitSizeOf(layout)) return layout
  const scaled = scaleLayout(layout, ad)
  return { ...scaled, layers: scaled.layers.map(onPixels) }
}
