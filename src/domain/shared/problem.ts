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

/** A problem code's title, and what the page that the problem's `type` links to says: what it means, and what to do. */
export type Problem = {
  readonly kind: ProblemKind
  readonly title: string
  readonly docs: string
  readonly remedy: string
}
/** The problems of an area, by code in kebab-case. */
export type Problems = Readonly<Record<string, Problem>>

/** Describes a problem of the domain. */
export const problem = (kind: ProblemKind, title: string, docs: string, remedy: string): Problem => ({
  kind,
  title,
  docs,
  remedy,
})
