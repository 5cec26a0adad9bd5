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
