import sharp, { type Sharp } from 'sharp'
import type { ColorFinding, ImageFinding } from '../../../domain/templates/brand-findings.ts'
import { logoScore } from '../../../domain/templates/logo-score.ts'
import { limits } from '../limits.ts'
import { kindOf } from '../source-kind.ts'
import { textOf } from '../text-of.ts'
import { tooManyPixels, Unreadable } from '../unreadable.ts'
import { drawnSvg } from './draw-svg.ts'
import { isHarmlessSvg } from './harmless-svg.ts'
import type { KeptPictures } from './kept-pictures.ts'
import { type Pixels, paletteOf } from './palette.ts'

sharp.cache(false)

/** Pixels of the longer side of what is kept. */
const longest = 2_000
const drawSeconds = 20
/** Of the transparent pixels of a cut-out. */
const leastClear = 0.01

export type PictureRead = ImageFinding & { readonly colors: readonly ColorFinding[] }

const unreadable = new Unreadable('unreadable', 'The picture is damaged, or no PNG, JPEG or WebP.')

/** An SVG as a PNG, other files as they are. */
const withoutSvg = async (bytes: Buffer): Promise<Buffer> => {
  if (kindOf(bytes.subarray(0, 4_096)) !== 'svg') return bytes
  if (!isHarmlessSvg(textOf(bytes))) throw new Unreadable('unreadable', 'The SVG holds more than shapes.')
  return drawnSvg(bytes)
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

type Named = { readonly name: string; readonly isDeclared?: boolean }

const readSmall = async (
  pixels: Pixels,
  { name, isDeclared = false }: Named,
  pictures: KeptPictures,
): Promise<PictureRead> => {
  const { colors, clear } = paletteOf(pixels)
  const image = await pictures.keep(pixels, clear === 0)
  const signs = {
    name,
    width: image.width,
    height: image.height,
    hasAlpha: clear >= leastClear,
    colors: colors.filter(({ weight }) => weight > 0.01).length,
    isDeclared,
  }
  return { image, logoScore: logoScore(signs), colors }
}

/**
 * Reads a PNG, JPEG, WebP or harmless SVG: its colors, and how likely it is the logo. What is kept is drawn anew, at most 2,000 pixels wide and high. Throws
 * Unreadable.
 */
export const readPicture = async (bytes: Buffer, named: Named, pictures: KeptPictures): Promise<PictureRead> => {
  const picture = await withoutSvg(bytes)
  return readSmall(await opened(picture).then(decoded).catch(asUnreadable), named, pictures)
}

/** As `readPicture`, for pixels that are decoded already. */
export const readPixels = async (
  { data, width, height }: Pixels,
  named: Named,
  pictures: KeptPictures,
): Promise<PictureRead> =>
  readSmall(await pixelsOf(sharp(data, { raw: { width, height, channels: 4 } }), longest), named, pictures)
