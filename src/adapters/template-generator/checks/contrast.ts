import sharp from 'sharp'
import { contrastOf, leastContrast } from '../../../domain/templates/color/contrast.ts'
import type { PageContent, Place, ShownText } from '../../../ports/renderer.ts'

/** What is behind a text that cannot be read: the most common color there. */
export type Unreadable = {
  readonly text: ShownText
  readonly contrast: number
  /** As `#rrggbb`, like the background. */
  readonly color: string
  readonly background: string
}

type Picture = { readonly data: Buffer; readonly width: number; readonly height: number; readonly channels: number }
/** Pixels of a line that are looked at, in each direction at most. */
const most = { across: 160, down: 24 }
/** The share of pixels that may be worse, since edges of round corners are a mixture. */
const spared = 0.05

const hexOfBytes = (...bytes: readonly number[]): string =>
  `#${bytes.map(byte => Math.round(byte).toString(16).padStart(2, '0')).join('')}`

/** The colors behind a line, and how many of the pixels that were looked at have each. */
const colorsBehind = (picture: Picture, { x, y, width, height }: Place, counts: Map<string, number>): void => {
  const [left, top] = [Math.max(0, Math.ceil(x)), Math.max(0, Math.ceil(y))]
  const right = Math.min(picture.width, Math.max(left + 1, Math.floor(x + width)))
  const bottom = Math.min(picture.height, Math.max(top + 1, Math.floor(y + height)))
  const [acrossStep, downStep] = [Math.ceil((right - left) / most.across), Math.ceil((bottom - top) / most.down)]
  for (let row = top; row < bottom; row += downStep)
    for (let column = left; column < right; column += acrossStep) {
      const at = (row * picture.width + column) * picture.channels
      const hex = hexOfBytes(picture.data[at]!, picture.data[at + 1]!, picture.data[at + 2]!)
      counts.set(hex, (counts.get(hex) ?? 0) + 1)
    }
}

/** The color of a text over a background, as its opacity mixes them. */
const mixed = ([red, green, blue, alpha]: ShownText['color'], background: string): string => {
  const over = (byte: number, at: number) =>
    byte * alpha + Number.parseInt(background.slice(at, at + 2), 16) * (1 - alpha)
  return hexOfBytes(over(red, 1), over(green, 3), over(blue, 5))
}

const judged = (picture: Picture, text: ShownText): Unreadable | undefined => {
  const counts = new Map<string, number>()
  for (const line of text.lines) colorsBehind(picture, line, counts)
  const all = counts.values().reduce((sum, count) => sum + count, 0)
  const byContrast = [...counts].map(([hex, count]) => ({
    hex,
    count,
    contrast: contrastOf(mixed(text.color, hex), hex),
  }))
  byContrast.sort((a, b) => a.contrast - b.contrast)
  const bad = byContrast.filter(({ contrast }) => contrast < leastContrast)
  if (bad.reduce((sum, { count }) => sum + count, 0) <= all * spared) return undefined
  const common = bad.reduce((a, b) => (b.count > a.count ? b : a))
  return { text, contrast: common.contrast, color: mixed(text.color, common.hex), background: common.hex }
}

/** The least contrast between the lightest and the darkest part of a logo and its surroundings, by which it is seen. */
const leastOfLogo = 1.6

const isUnseen = (picture: Picture, logo: Place): boolean => {
  const counts = new Map<string, number>()
  colorsBehind(picture, logo, counts)
  const lights = [...counts.keys()].map(hex => contrastOf(hex, '#000000'))
  return Math.max(...lights) / Math.min(...lights) < leastOfLogo
}

export type Seen = { readonly unreadable: readonly Unreadable[]; readonly hasUnseenLogo: boolean }

/**
 * What of a page can be seen by the pixels of its picture without texts: the texts whose contrast with what is behind them is below
 * 4.5 : 1, and whether a logo has the color of its background.
 */
export const seenOn = async (png: Buffer, { texts, pictures }: PageContent): Promise<Seen> => {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const picture = { data, width: info.width, height: info.height, channels: info.channels }
  return {
    unreadable: texts.flatMap(text => judged(picture, text) ?? []),
    hasUnseenLogo: pictures.some(one => one.part === 'logo' && one.loaded && isUnseen(picture, one)),
  }
}
