import type { Corners } from '../corners.ts'
import type { Target } from './vocabulary.ts'

/** One change of a template; `said`: the words of the prompt that ask for it. */
export type TemplateEdit = { readonly said: string } & (
  | { readonly kind: 'color'; readonly target: Target; readonly layer: 'fill' | 'text'; readonly color: string }
  | { readonly kind: 'size'; readonly target: Target; readonly change: SizeChange }
  | { readonly kind: 'text'; readonly target: Target; readonly text: string }
  | { readonly kind: 'side'; readonly target: Target; readonly side: 'left' | 'center' | 'right' }
  | { readonly kind: 'show'; readonly target: Target; readonly shown: boolean }
  | { readonly kind: 'scheme'; readonly scheme: 'light' | 'dark' }
  | { readonly kind: 'corners'; readonly target: Target; readonly corners: Corners }
)

/** Times the size it has (1.2 is a fifth more; `isExact`: the prompt says how much), or to so many pixels. */
export type SizeChange = { readonly times: number; readonly isExact?: true } | { readonly pixels: number }
