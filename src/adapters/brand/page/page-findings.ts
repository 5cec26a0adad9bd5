import { readFile } from 'node:fs/promises'
import type { BrandFindings, ColorFinding } from '../../../domain/templates/brand-findings.ts'
import { leastLogoScore } from '../../../domain/templates/logo-score.ts'
import { namedInText } from '../../../domain/templates/named-in-text.ts'
import { limits } from '../limits.ts'
import type { KeptPictures } from '../pictures/kept-pictures.ts'
import { colorsOfPictures, textWarnings } from '../pictures/picture-findings.ts'
import { type PictureRead, readPicture } from '../pictures/read-picture.ts'
import type { SourceRead } from '../source-read.ts'
import { textOfFile } from '../text-of.ts'
import { Unreadable } from '../unreadable.ts'
import { cssColor } from './css-color.ts'
import { cssFindings } from './css-findings.ts'
import { rulesOf, rulesOfAttribute, type StyleRule } from './css-rules.ts'
import type { Page, PagePicture } from './page.ts'
import { noBrandWarning } from './page-kind.ts'
import { type PageOrigin, readPage } from './read-page.ts'

/** A picture that was fetched. */
export type FetchedPicture = PagePicture & { readonly path: string }
/** A page in a file, with where it comes from. */
export type PageFile = PageOrigin & { readonly path: string; readonly charset?: string | undefined }
/** A page with what was fetched for it. */
export type PageFiles = PageFile & {
  readonly styleSheets: readonly string[]
  readonly pictures: readonly FetchedPicture[]
}

/** CSS of a page that is read in all, characters. */
const mostCss = 4_000_000
/** Pixels: smaller pictures are spacers and trackers. */
const leastArea = 24 * 24
const mostEmbedded = 10
/** Characters of a `data:` URL. */
const mostData = 4_000_000
/** What one picture says of the colors of a page, compared with one use in its CSS. */
const pictureWeight = 5

/** The page in a file. */
export const pageIn = async ({ path, charset, ...origin }: PageFile): Promise<Page> =>
  readPage(await textOfFile(path, limits.document, charset), origin)

const dataOf = (source: string): Buffer | undefined => {
  if (source.startsWith('<svg')) {
    // in a page the namespace may be missing
    const markup = source.includes('xmlns=')
      ? source
      : source.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')
    return Buffer.from(markup)
  }
  const comma = source.indexOf(',')
  if (comma < 0 || !/^data:image\//i.test(source)) return undefined
  const isPacked = /;base64$/i.test(source.slice(0, comma))
  const data = source.slice(comma + 1, mostData)
  return isPacked ? Buffer.from(data, 'base64') : Buffer.from(unescaped(data))
}
const unescaped = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (!(error instanceof URIError)) throw error
    return text
  }
}

const allRules = (page: Page, sheets: readonly string[]): readonly StyleRule[] => {
  let left = mostCss
  const rules: StyleRule[] = []
  for (const css of [...sheets, ...page.styles]) {
    if (left > 0) rules.push(...rulesOf(css.slice(0, left)))
    left -= css.length
  }
  for (const [css] of page.inlineStyles) rules.push(...rulesOfAttribute(css))
  return rules
}

/** Reads pictures, and leaves out those that cannot be read; a page is worth reading without them. */
const readable = async (
  found: readonly { readonly bytes: () => Promise<Buffer>; readonly picture: PagePicture }[],
  pictures: KeptPictures,
): Promise<{ readonly read: readonly PictureRead[]; readonly lostLogo: string | undefined }> => {
  const read: PictureRead[] = []
  let lostLogo: string | undefined
  for (const { bytes, picture } of found)
    try {
      const { name, isLogo, isIcon } = picture
      const one = await readPicture(await bytes(), { name, isDeclared: isLogo }, pictures)
      const isLarge = one.image.width * one.image.height >= leastArea
      if (isLarge) read.push(isIcon ? { ...one, logoScore: Math.min(one.logoScore, 3.5) } : one)
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      if (picture.isLogo) lostLogo ??= error.message
    }
  return { read, lostLogo }
}

/** Reads a page with its styles and pictures. Throws Unreadable for one that is nested deeper than a style sheet can be. */
export const pageFindings = async (
  { styleSheets, pictures: fetched, ...file }: PageFiles,
  pictures: KeptPictures,
): Promise<SourceRead> => {
  const page = await pageIn(file)
  const sheets: string[] = []
  for (const sheet of styleSheets) sheets.push(await textOfFile(sheet, limits.styleSheet))
  const { colors, fonts } = cssFindings(allRules(page, sheets), page.counts)
  const embedded = page.pictures
    .flatMap(picture => {
      const bytes = dataOf(picture.source)
      return bytes ? [{ picture, bytes: async () => bytes }] : []
    })
    .slice(0, mostEmbedded)
  const files = fetched.map(picture => ({ picture, bytes: () => readFile(picture.path) }))
  const { read, lostLogo } = await readable([...embedded, ...files], pictures)
  const named = namedInText(page.texts.map(({ text }) => text))
  const theme = page.themeColor === undefined ? undefined : cssColor(page.themeColor)
  const themed: readonly ColorFinding[] = theme ? [{ hex: theme, weight: 10, hint: 'primary' }] : []
  const pictured = colorsOfPictures(read).map(color => ({ ...color, weight: color.weight * pictureWeight }))
  const findings: BrandFindings = {
    names: page.names,
    colors: [...themed, ...named.colors.map(color => ({ ...color, weight: color.weight * 5 })), ...colors, ...pictured],
    fonts: [...named.fonts, ...fonts],
    texts: page.texts,
    images: read.map(({ image, logoScore }) => ({ image, logoScore })),
  }
  const hasLogo = read.some(({ logoScore }) => logoScore >= leastLogoScore)
  const warnings = [
    ...(page.instead ? [noBrandWarning(page.instead)] : []),
    ...(lostLogo === undefined || hasLogo ? [] : [`The logo of the page was not read: ${lostLogo} Send it as a PNG.`]),
    ...textWarnings(read),
  ]
  return { findings, warnings }
}
