/** Something that is not as the log says: where, and what to do about it. */
export type Fault = {
  readonly kind: 'log' | 'document' | 'blob' | 'secret'
  /** Stream and revision, view and document, hash, or id of a secret. */
  readonly where: string
  readonly detail: string
}
/** What a check found: how much it looked at, and what is wrong. */
export type Checked = { readonly count: number; readonly faults: readonly Fault[] }

/** Hears now and then how far a check is. */
export type OnStep = (done: number, what: string) => void
