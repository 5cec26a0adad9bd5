/** The event that a state follows. Its id shows whether the log still has the same history. */
export type SnapshotPlace = { readonly revision: number; readonly eventId: string }

/**
 * States of long streams, so that they need not be folded from their first event (ADR 0031). A cache: any snapshot may be lost at
 * any time, and only what the same release wrote from the same log is found.
 */
export type Snapshots = {
  /**
   * Calls `use` with each part in the order in which they were written. Undefined if there is no snapshot or it is damaged: then
   * the parts mean nothing. Other work runs between parts.
   */
  read(stream: string, use: (part: unknown) => void): Promise<SnapshotPlace | undefined>
  /** Replaces the snapshot of a stream. */
  write(stream: string, place: SnapshotPlace, parts: Iterable<unknown>): Promise<void>
}

/** Keeps nothing: every stream is folded from its first event. */
export const noSnapshots: Snapshots = { read: async () => undefined, write: async () => undefined }
