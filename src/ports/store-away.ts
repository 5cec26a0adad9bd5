/** A store did not answer, or not as one that can be read and written: whether what was asked for happened is not known. */
export class StoreAway extends Error {
  override readonly name = 'StoreAway'
  /** Which one, in words: `read models`. */
  readonly store: string
  /** Why, in words for an operator. */
  readonly reason: string
  constructor(store: string, reason: string) {
    super(`the ${store} cannot be reached: ${reason}`)
    this.store = store
    this.reason = reason
  }
}

/** A stream holds an event that this release cannot read, so that nothing may be decided on it here. */
export class WrittenByNewer extends Error {
  override readonly name = 'WrittenByNewer'
  readonly stream: string
  readonly type: string
  constructor(event: {
    readonly stream: string
    readonly revision: number
    readonly type: string
    readonly metadata: { readonly schemaVersion: number }
  }) {
    const { stream, revision, type, metadata } = event
    super(`${type} (version ${metadata.schemaVersion}) at ${stream}@${revision} was written by a newer release`)
    this.stream = stream
    this.type = type
  }
}

/** The level of a log line about an error: an outage, or a newer release's event, is told once, where it is noticed, and not by everybody who meets it. */
export const levelOf = <L extends string>(error: unknown, level: L): L | 'debug' =>
  error instanceof StoreAway || error instanceof WrittenByNewer ? 'debug' : level
