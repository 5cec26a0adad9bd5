import type { BrandFont } from './brand.ts'

/** Families that guidelines name often, by the generic family that stands in for them. */
const byGeneric: Readonly<Record<BrandFont['generic'], readonly string[]>> = {
  'sans-serif': [
    'Arial',
    'Avenir',
    'Avenir Next',
    'Barlow',
    'Cabin',
    'Calibri',
    'DIN',
    'DM Sans',
    'DejaVu Sans',
    'Figtree',
    'Fira Sans',
    'Franklin Gothic',
    'Frutiger',
    'Futura',
    'Gill Sans',
    'Gotham',
    'Helvetica',
    'Helvetica Neue',
    'Inter',
    'Josefin Sans',
    'Karla',
    'Lato',
    'Liberation Sans',
    'Manrope',
    'Montserrat',
    'Mulish',
    'Myriad Pro',
    'Noto Sans',
    'Nunito',
    'Nunito Sans',
    'Open Sans',
    'Oswald',
    'Outfit',
    'Plus Jakarta Sans',
    'Poppins',
    'Proxima Nova',
    'PT Sans',
    'Quicksand',
    'Raleway',
    'Roboto',
    'Rubik',
    'Segoe UI',
    'Source Sans Pro',
    'Space Grotesk',
    'Tahoma',
    'Trebuchet MS',
    'Ubuntu',
    'Univers',
    'Urbanist',
    'Verdana',
    'Work Sans',
  ],
  serif: [
    'Baskerville',
    'Bitter',
    'Bodoni',
    'Caslon',
    'Cormorant',
    'Cormorant Garamond',
    'Crimson Text',
    'DejaVu Serif',
    'Didot',
    'DM Serif Display',
    'EB Garamond',
    'Fraunces',
    'Garamond',
    'Georgia',
    'Liberation Serif',
    'Libre Baskerville',
    'Lora',
    'Merriweather',
    'Noto Serif',
    'Playfair Display',
    'PT Serif',
    'Roboto Slab',
    'Rockwell',
    'Source Serif Pro',
    'Spectral',
    'Times New Roman',
  ],
  monospace: [
    'Consolas',
    'Courier New',
    'DejaVu Sans Mono',
    'Fira Code',
    'IBM Plex Mono',
    'Inconsolata',
    'JetBrains Mono',
    'Menlo',
    'Roboto Mono',
    'Source Code Pro',
    'Space Mono',
  ],
  cursive: ['Caveat', 'Comic Sans MS', 'Dancing Script', 'Great Vibes', 'Lobster', 'Pacifico', 'Sacramento', 'Satisfy'],
}

const generics = ['sans-serif', 'serif', 'monospace', 'cursive'] as const
/** Names are compared without blanks, as PostScript writes them. */
const keyOf = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]+/g, '')
const known = new Map(
  generics.flatMap(generic => byGeneric[generic].map(family => [keyOf(family), { family, generic }] as const)),
)
const mostWords = 3

/** A family that is known by this name, in any case. */
export const knownFont = (
  name: string,
): { readonly family: string; readonly generic: BrandFont['generic'] } | undefined => known.get(keyOf(name))

/** The generic family of a font by its name; sans-serif where it says nothing. */
export const genericOf = (family: string): BrandFont['generic'] => {
  const named = knownFont(family)
  if (named) return named.generic
  if (/mono|code|courier/i.test(family)) return 'monospace'
  if (/script|hand|brush/i.test(family)) return 'cursive'
  return /serif|slab|garamond|times|roman/i.test(family) && !/sans/i.test(family) ? 'serif' : 'sans-serif'
}

/** Known families that a text names, the longest name at each place, with where it begins. */
export const fontsNamedIn = (text: string): readonly { readonly family: string; readonly at: number }[] => {
  const words = [...text.matchAll(/[\p{L}\p{N}]+/gu)]
  const found: { family: string; at: number }[] = []
  for (let i = 0; i < words.length; i++)
    for (let length = mostWords; length > 0; length--) {
      const named = knownFont(words.slice(i, i + length).join(' '))
      // a family is written with a capital: "the roboto", "a futura of trust" and "in outfit colors" are not
      if (named === undefined || !/^\p{Lu}/u.test(words[i]![0])) continue
      found.push({ family: named.family, at: words[i]!.index })
      i += length - 1
      break
    }
  return found
}
