/** The kind of a problem; HTTP maps each kind to a status. */
export type ProblemKind =
  | 'invalid'
  | 'forbidden'
  | 'missing'
  | 'conflict'
  | 'stale'
  | 'too-large'
  | 'unprocessable'
  | 'limited'
  | 'failed'
  | 'unavailable'

/** A problem code's title, and a sentence or two for the page that the problem's `type` links to. */
export type Problem = { readonly kind: ProblemKind; readonly title: string; readonly docs: string }
/** The problems of an area, by code in kebab-case. */
export type Problems = Readonly<Record<string, Problem>>

/** Describes a problem of the domain. */
export const problem = (kind: ProblemKind, title: string, docs: string): Problem => ({ kind, title, docs })
