/** A store is unavailable. The outcome of the operation is unknown. */
export class StoreAway extends Error {
  override readonly name = 'StoreAway'
  /** Name of the store, for example `read models`. */
  readonly store: string
  /** The reason, for operators. */
  readonly reason: string
  constructor(store: string, reason: string) {
    super(`the ${store} cannot be reached: ${reason}`)
    this.store = store
    this.reason = reason
  }
}

/**
 * A document of a view is not the JSON that was written. The log has everything, so the view can be rebuilt. `generation`
 * identifies the set of documents that holds it, for the adapter.
 */
export class DocumentUnreadable extends StoreAway {
  readonly view: string
  readonly generation: unknown
  constructor(view: string, generation?: unknown) {
    super('read models', `a document of the view ${view} cannot be read; run endcap rebuild ${view}`)
    this.view = view
    this.generation = generation
  }
}

/** A stream contains an event that this release cannot read, so this node must not decide commands on it. */
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

/** A stream lacks events, or they are not linked with each other: the log was damaged or changed. */
export class StreamBroken extends Error {
  override readonly name = 'StreamBroken'
  constructor(stream: string, how: string) {
    super(`${stream} has a gap: ${how}. Restore a backup; endcap verify lists every fault of the log.`)
  }
}

/**
 * The log level of an error. Outages and events of newer releases are logged once where they are detected, and at debug
 * level everywhere else.
 */
export const levelOf = <L extends string>(error: unknown, level: L): L | 'debug' =>
  error instanceof StoreAway || error instanceof WrittenByNewer ? 'debug' : level
