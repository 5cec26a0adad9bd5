/** A store did not answer, or not as one that can be read and written: whether what was asked for happened is not known. */
export class StoreAway extends Error {
  override readonly name = 'StoreAway'
  /** Which one, in words: `read models`. */
  readonly store: string
  constructor(store: string, reason: string) {
    super(`the ${store} cannot be reached: ${reason}`)
    this.store = store
  }
}

/** The level of a log line about an error: an outage is told once, where it is noticed, and not by everybody who meets it. */
export const levelOf = <L extends string>(error: unknown, level: L): L | 'debug' =>
  error instanceof StoreAway ? 'debug' : level
