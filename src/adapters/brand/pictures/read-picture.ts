import sharp, { type Sharp } from 'sharp'
import type { ColorFinding, ImageFinding } from '../../../domain/templates/brand-findings.ts'
import { leastLogoScore, logoScore } from '../../../domain/templates/logo-score.ts'
import { limits } from '../limits.ts'
import { kindOf } from '../source-kind.ts'
import { textOf } from '../text-of.ts'
import { tooManyPixels, Unreadable } from '../unreadable.ts'
import { drawnSvg } from './draw-svg.ts'
import { isHarmlessSvg } from './harmless-svg.ts'
import type { KeptPictures } from './kept-pictures.ts'
import { type Pixels, paletteOf } from './palette.ts'
import { withoutMargins } from './trim.ts'

sharp.cache(false)

/** Pixels of the longer side of what is kept. */
const longest = 2_000
const drawSeconds = 20
/** Of the transparent pixels of a cut-out. */
const leastClear = 0.01

/** `hasText`: it is an SVG with text, which was drawn in fonts of this machine. */
export type PictureRead = ImageFinding & { readonly colors: readonly ColorFinding[]; readonly hasText?: true }

const unreadable = new Unreadable('unreadable', 'The picture is damaged, or no PNG, JPEG or WebP.')

type Drawn = { readonly bytes: Buffer; readonly hasText: boolean }

/** An SVG as a PNG, other files as they are. */
const withoutSvg = async (bytes: Buffer): Promise<Drawn> => {
  if (kindOf(bytes.subarray(0, 4_096)) !== 'svg') return { bytes, hasText: false }
  const svg = textOf(bytes)
  if (!isHarmlessSvg(svg)) throw new Unreadable('unreadable', 'The SVG holds more than shapes.')
  const hasText = /<(?:\w{1,20}:)?text[\s>]/.test(svg)
  return { bytes: await drawnSvg(Buffer.from(svg), hasText), hasText }
}

const opened = async (bytes: Buffer): Promise<Sharp> => {
  switch (kindOf(bytes.subarray(0, 4_096))) {
    case 'png':
    case 'jpeg':
    case 'webp':
      return sharp(bytes, { limitInputPixels: limits.pixels, failOn: 'error' })
    case 'svg':
    case 'html':
    case 'pdf':
    case 'psd':
    case 'zip':
    case 'text':
    case 'unknown':
      throw unreadable
  }
}

const pixelsOf = async (picture: Sharp, side: number): Promise<Pixels> => {
  const { data, info } = await picture
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .timeout({ seconds: drawSeconds })
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

const decoded = async (picture: Sharp): Promise<Pixels> => {
  const { width, height } = await picture.metadata()
  if (width * height > limits.pixels) throw tooManyPixels()
  return pixelsOf(picture.autoOrient(), longest)
}

/** What sharp refuses is unreadable; its messages are for programmers. */
const asUnreadable = (error: unknown): never => {
  if (error instanceof Unreadable) throw error
  if (error instanceof Error && /pixel limit|too large|exceeds/i.test(error.message)) throw tooManyPixels()
  if (error instanceof Error) throw unreadable
  throw error
}

/** `isPlaced`: it is a part of a design, which has its place by its edges. */
type Named = { readonly name: string; readonly isDeclared?: boolean; readonly isPlaced?: boolean }

const readSmall = async (
  pixels: Pixels,
  { name, isDeclared = false, isPlaced = false }: Named,
  pictures: KeptPictures,
): Promise<PictureRead> => {
  const { colors, clear } = paletteOf(pixels)
  const trimmed = clear > 0 && !isPlaced ? withoutMargins(pixels) : pixels
  const signs = {
    name,
    width: trimmed.width,
    height: trimmed.height,
    hasAlpha: clear >= leastClear,
    colors: colors.filter(({ weight }) => weight > 0.01).length,
    isDeclared,
  }
  const score = logoScore(signs)
  const image = await pictures.keep(score >= leastLogoScore ? trimmed : pixels, clear === 0)
  return { image, logoScore: score, colors }
}

/**
 * Reads a PNG, JPEG, WebP or harmless SVG: its colors, and how likely it is the logo. What is kept is drawn anew, at most 2,000 pixels wide and high; a logo
 * without its transparent margins. Throws
 * Unreadable.
 */
export const readPicture = async (bytes: Buffer, named: Named, pictures: KeptPictures): Promise<PictureRead> => {
  const { bytes: picture, hasText } = await withoutSvg(bytes)
  const read = await readSmall(await opened(picture).then(decoded).catch(asUnreadable), named, pictures)
  return hasText ? { ...read, hasText } : read
}

/** As `readPicture`, for pixels that are decoded already. */
export const readPixels = async (
  { data, width, height }: Pixels,
  named: Named,
  pictures: KeptPictures,
): Promise<PictureRead> =>
  readSmall(await pixelsOf(sharp(data, { raw: { width, height, channels: 4 } }), longest), named, pictures)
