import type { Corners } from '../corners.ts'
import type { Height, LetterStyle, Side, Spacing, Target } from './meaning.ts'

/**
 * One change of a template. `said`: the words of the prompt that ask for it; `isOfMany`: it asks for several parts at once, such as all texts, of which
 * those that are there count.
 */
export type TemplateEdit = { readonly said: string; readonly isOfMany?: true } & (
  | { readonly kind: 'color'; readonly target: Target; readonly layer: 'fill' | 'text'; readonly color: string }
  /** Darker or lighter than it is; `by`: of the lightness, -1 to 1. */
  | { readonly kind: 'shade'; readonly target: Target; readonly layer: 'fill' | 'text'; readonly by: number }
  | { readonly kind: 'size'; readonly target: Target; readonly change: SizeChange }
  /** `adds`: products that have a value of their own keep it. */
  | { readonly kind: 'text'; readonly target: Target; readonly text: string; readonly adds?: true }
  /** Alignment of texts. */
  | { readonly kind: 'side'; readonly target: Target; readonly side: Side }
  /** Where a part is in the ad. `swap`: on the other side. */
  | { readonly kind: 'place'; readonly target: Target; readonly x?: Side | 'swap'; readonly y?: Height }
  | { readonly kind: 'letters'; readonly target: Target; readonly style: LetterStyle }
  /** Between letters, between lines, or around parts. `steps`: wider above 0. */
  | { readonly kind: 'spacing'; readonly target: Target; readonly of: Spacing; readonly steps: number }
  | { readonly kind: 'width'; readonly target: Target; readonly full: boolean }
  | { readonly kind: 'show'; readonly target: Target; readonly shown: boolean }
  | { readonly kind: 'scheme'; readonly scheme: 'light' | 'dark' }
  | { readonly kind: 'corners'; readonly target: Target; readonly corners: Corners }
  /** As it was before the last edit; `target` `all`: everything. */
  | { readonly kind: 'undo'; readonly target: Target }
)
/** Times the size it has (1.2 is a fifth more; `isExact`: the prompt says how much), or to so many pixels. */
export type SizeChange = { readonly times: number; readonly isExact?: true } | { readonly pixels: number }
