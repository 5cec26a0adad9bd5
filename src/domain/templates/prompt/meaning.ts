import type { BrandColor } from '../brand.ts'
import type { Corners } from '../corners.ts'

export const languages = ['en', 'de', 'fr', 'es', 'ja'] as const
export type Language = (typeof languages)[number]

/** What a prompt can be about. `all`: the whole ad. */
export type Target =
  | 'all'
  | 'background'
  | 'text'
  | 'headline'
  | 'name'
  | 'price'
  | 'was'
  | 'badge'
  | 'cta'
  | 'logo'
  | 'picture'
  | 'border'
  | 'corners'

export type Side = 'left' | 'center' | 'right'
export type Height = 'top' | 'middle' | 'bottom'
/** How letters look. `family`: that of the generic font; `weight`: 100 to 900, or one step from what it is. */
export type LetterStyle =
  | { readonly italic: boolean }
  | { readonly family: 'serif' | 'sans-serif' | 'monospace' }
  | { readonly weight: number | 'bolder' | 'lighter' }
  | { readonly letterCase: 'upper' | 'lower' | 'title' | 'as written' }
  | { readonly underlined: boolean }

/** What distances are between. */
export type Spacing = 'letters' | 'lines' | 'parts'

/**
 * What a phrase of a prompt says. `it`: what was spoken of last; `not`: what nobody can carry out, such as "do not make it red"; `amount`: more or less of what the part is about; `verb`: it begins a request;
 * `says`: the text follows; `joins` and `ends`: the next part follows; `filler`: nothing.
 */
export type Meaning =
  | { readonly is: 'target'; readonly target: Target }
  | { readonly is: 'color'; readonly color: string }
  | { readonly is: 'brandColor'; readonly role?: BrandColor['role'] }
  | { readonly is: 'shade'; readonly by: number }
  | { readonly is: 'size'; readonly factor: number }
  | { readonly is: 'amount'; readonly up: boolean }
  | { readonly is: 'strength'; readonly power: number }
  | { readonly is: 'side'; readonly side: Side | 'swap' }
  | { readonly is: 'height'; readonly height: Height }
  | { readonly is: 'letters'; readonly style: LetterStyle }
  | { readonly is: 'spacing'; readonly of: Spacing }
  | { readonly is: 'tightness'; readonly steps: number }
  | { readonly is: 'full'; readonly full: boolean }
  | { readonly is: 'show'; readonly shown: boolean }
  | { readonly is: 'scheme'; readonly scheme: 'light' | 'dark' }
  | { readonly is: 'corners'; readonly corners: Corners }
  | { readonly is: 'it' | 'undo' | 'not' | 'verb' | 'says' | 'joins' | 'ends' | 'filler' }
