/** In what way something is refused; HTTP gives each its status. */
export type ProblemKind =
  | 'invalid'
  | 'forbidden'
  | 'missing'
  | 'conflict'
  | 'stale'
  | 'too-large'
  | 'unprocessable'
  | 'unavailable'

/** What a code stands for: a title that never changes, and a sentence or two for the page that the problem's `type` leads to. */
export type Problem = { readonly kind: ProblemKind; readonly title: string; readonly docs: string }
/** The problems of an area, by their codes in kebab-case. */
export type Problems = Readonly<Record<string, Problem>>

/** Describes a problem of the domain. */
export const problem = (kind: ProblemKind, title: string, docs: string): Problem => ({ kind, title, docs })
