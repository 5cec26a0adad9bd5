import type { BrandFont, BrandProfile } from './brand.ts'

/** Families that look well where a brand's own is not installed, with the generic one last. */
const standIns: Readonly<Record<BrandFont['generic'], string>> = {
  'sans-serif': "'Avenir Next','Segoe UI','Helvetica Neue','DejaVu Sans Condensed','Noto Sans',Arial,sans-serif",
  serif: "Georgia,'DejaVu Serif Condensed','Noto Serif','Times New Roman',serif",
  monospace: "'SF Mono',Consolas,'DejaVu Sans Mono','Noto Sans Mono',monospace",
  cursive: "'Segoe Script','Bradley Hand','DejaVu Serif Condensed',cursive",
}
const generics = /^(?:sans-serif|serif|monospace|cursive|system-ui|inherit|initial|unset)$/i

export type Fonts = {
  readonly heading: string
  readonly body: string
  /** Weight of headings, 400 to 900. */
  readonly weight: number
  readonly isItalic: boolean
  readonly price: Face
  /** Of button and badge. */
  readonly label: Face
}
type Face = { readonly family: string; readonly weight: number }

/** The name of a family as style sheets of templates have it. */
export const plainFamily = (family: string): string => family.replace(/[^\p{L}\p{N} _-]/gu, '').trim()

/** The value of font-family for a font of a brand: its family, then families of the same kind. */
const familyOf = ({ family, generic }: BrandFont): string => {
  const plain = plainFamily(family)
  return plain === '' || generics.test(plain) ? standIns[generic] : `'${plain}',${standIns[generic]}`
}
const plainSans: BrandFont = { family: '', role: 'body', weight: 400, generic: 'sans-serif' }

/** The fonts of a brand's templates; a brand without fonts gets sans-serif ones. */
export const fontsOf = ({ fonts }: BrandProfile): Fonts => {
  const body = fonts.find(font => font.role === 'body') ?? fonts[0] ?? plainSans
  const heading = fonts.find(font => font.role === 'heading') ?? body
  return {
    heading: familyOf(heading),
    body: familyOf(body),
    weight: heading.role === 'heading' ? Math.min(900, Math.max(400, heading.weight)) : 700,
    isItalic: false,
    price: { family: familyOf(heading), weight: 800 },
    label: { family: familyOf(body), weight: 700 },
  }
}
