/** A mismatch with the log or damaged data: where it is, and how to fix it. */
export type Fault = {
  readonly kind: 'log' | 'chain' | 'seal' | 'document' | 'blob' | 'secret'
  /** Stream and revision, file of a seal, view and document, hash, or id of a secret. */
  readonly where: string
  readonly detail: string
}
/** The result of a check: the number of items checked, and the faults found. */
export type Checked = { readonly count: number; readonly faults: readonly Fault[] }

/** Receives progress updates of a check. */
export type OnStep = (done: number, what: string) => void
