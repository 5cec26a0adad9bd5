import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { assetUrlPath } from '../assets/library-address.ts'
import type { BrandFont } from './brand.ts'
import { plainFamily } from './fonts.ts'

/** A file of the asset library that is a font of a brand. */
export const FontFile = fields({
  family: t.string,
  /** As `font-weight` has it: a number, or two for a font whose weight varies. */
  weight: t.string,
  style: t.keyof({ normal: null, italic: null }),
  path: t.string,
  sha256: t.string,
})
export type FontFile = t.TypeOf<typeof FontFile>

export const fontTypes = ['font/ttf', 'font/otf', 'font/woff', 'font/woff2'] as const

/** The words for weights in names of font files, without blanks. */
const weights: Readonly<Record<string, string>> = {
  thin: '100',
  hairline: '100',
  extralight: '200',
  ultralight: '200',
  light: '300',
  '': '400',
  regular: '400',
  normal: '400',
  book: '400',
  roman: '400',
  medium: '500',
  semibold: '600',
  demibold: '600',
  bold: '700',
  extrabold: '800',
  ultrabold: '800',
  black: '900',
  heavy: '900',
  variable: '100 900',
  variablefont: '100 900',
  variablefontwght: '100 900',
  wght: '100 900',
}
const mostFiles = 12

const lettersOf = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
const baseOf = (path: string): string => (path.split('/').at(-1) ?? '').replace(/\.[^.]*$/, '')

type LibraryFile = { readonly path: string; readonly sha256: string }

const fontFileOf = ({ path, sha256 }: LibraryFile, family: string): FontFile | undefined => {
  // style sheets name it without quotes
  if (/['()]/.test(path)) return undefined
  const [name, own] = [lettersOf(baseOf(path)), lettersOf(family)]
  if (own === '' || !name.startsWith(own)) return undefined
  const rest = name.slice(own.length)
  const weight = weights[rest.replace(/italic|oblique/, '')]
  const style = /italic|oblique/.test(rest) ? ('italic' as const) : ('normal' as const)
  return weight === undefined ? undefined : { family, weight, style, path, sha256 }
}

/**
 * The font files of the library that are fonts of a brand, by their names: `Montserrat-BoldItalic.ttf` is Montserrat, but
 * `MontserratAlternates-Bold.ttf` is not. The first by path for each weight and style, at most 12.
 */
export const fontFilesOf = (fonts: readonly BrandFont[], library: readonly LibraryFile[]): readonly FontFile[] => {
  const found = new Map<string, FontFile>()
  for (const family of new Set(fonts.map(font => plainFamily(font.family))))
    for (const file of [...library].sort((a, b) => (a.path < b.path ? -1 : 1))) {
      const font = fontFileOf(file, family)
      const key = `${family} ${font?.weight} ${font?.style}`
      if (font && !found.has(key)) found.set(key, font)
    }
  return [...found.values()].slice(0, mostFiles)
}

const faceOf = (accountId: string, { family, weight, style, path }: FontFile): string =>
  `@font-face{font-family:"${family}";font-weight:${weight};font-style:${style};src:url(${assetUrlPath(accountId, path)})}`

/** A template whose first style sheet loads those of the fonts that it names; as it is, if it loads fonts already. */
export const withFontFaces = (html: string, accountId: string, files: readonly FontFile[]): string => {
  const named = files.filter(({ family }) => html.includes(family))
  if (named.length === 0 || html.includes('@font-face')) return html
  const at = html.indexOf('<style>')
  if (at < 0) return html
  const from = at + '<style>'.length
  return `${html.slice(0, from)}${named.map(file => faceOf(accountId, file)).join('')}${html.slice(from)}`
}
