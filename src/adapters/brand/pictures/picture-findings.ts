import { readFile } from 'node:fs/promises'
import { type BrandFindings, type ColorFinding, nothingFound } from '../../../domain/templates/brand-findings.ts'
import { leastLogoScore } from '../../../domain/templates/logo-score.ts'
import { beginningOf } from '../../files/beginning-of.ts'
import { limits } from '../limits.ts'
import { kindOf } from '../source-kind.ts'
import type { SourceRead } from '../source-read.ts'
import { Unreadable } from '../unreadable.ts'
import type { KeptPictures } from './kept-pictures.ts'
import { type PictureRead, readPicture } from './read-picture.ts'
import { picturesOfZip, type ZippedPicture } from './unzip.ts'

/** How much the colors of a logo say of the brand, compared with those of another picture. */
const logoWeight = 4

/** The colors of pictures: a photo shows the world, a logo the brand. */
export const colorsOfPictures = (read: readonly PictureRead[]): readonly ColorFinding[] =>
  read.flatMap(({ colors, logoScore }) =>
    colors.map(({ weight, ...color }) => ({
      ...color,
      weight: weight * (logoScore >= leastLogoScore ? logoWeight : 1),
    })),
  )

const drawnText =
  'The logo is an SVG with text, which was drawn in fonts of this service. If it looks different, send it with its text as paths, or as a PNG.'
/** The warning about the text of a logo, which has another font elsewhere. */
export const textWarnings = (read: readonly PictureRead[]): readonly string[] =>
  read.some(({ hasText, logoScore }) => hasText && logoScore >= leastLogoScore) ? [drawnText] : []

const findingsOf = (read: readonly PictureRead[]): BrandFindings => ({
  ...nothingFound,
  colors: colorsOfPictures(read),
  images: read.map(({ image, logoScore }) => ({ image, logoScore })),
})

const numbered = (count: number, one: string, more: string): string => (count === 1 ? `1 ${one}` : `${count} ${more}`)

const allOf = async (zipped: AsyncIterable<ZippedPicture>, pictures: KeptPictures): Promise<SourceRead> => {
  const read: PictureRead[] = []
  let [bad, left] = [0, 0]
  for await (const { name, bytes } of zipped) {
    if (read.length + bad === limits.picturesRead) {
      left++
      continue
    }
    try {
      read.push(await readPicture(bytes, { name }, pictures))
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      bad++
    }
  }
  if (read.length === 0)
    throw new Unreadable('unreadable', 'The ZIP has no picture that can be read: PNG, JPEG or WebP.')
  const warnings = [
    ...textWarnings(read),
    ...(bad > 0 ? [`${numbered(bad, 'picture', 'pictures')} of the ZIP could not be read.`] : []),
    ...(left > 0 ? [`The ZIP has more than ${limits.picturesRead} pictures; ${left} were left out.`] : []),
  ]
  return { findings: findingsOf(read), warnings }
}

/** Reads a picture, or those of a ZIP. Throws Unreadable. */
export const pictureFindings = async (path: string, pictures: KeptPictures): Promise<SourceRead> => {
  const kind = kindOf(await beginningOf(path))
  if (kind === 'zip') return allOf(picturesOfZip(path), pictures)
  const read = [await readPicture(await readFile(path), { name: '' }, pictures)]
  return { findings: findingsOf(read), warnings: textWarnings(read) }
}
