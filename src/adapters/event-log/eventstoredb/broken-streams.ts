import type { RecordedEvent } from '@eventstore/db-client'
import { StreamBroken } from '../../../ports/store-away.ts'

/** An operator has deleted a stream for good (a tombstone); the client's error may have no message. */
export const deletedInStore = (stream: string) => new StreamBroken(stream, 'it was deleted in EventStoreDB')

/**
 * Throws StreamBroken if events from a revision on begin at a later one: an operator has truncated the stream (`$tb`, `$maxCount`,
 * `$maxAge`), and nothing may be decided on the rest.
 */
export const mustBeginAt = (stream: string, from: number, [first]: readonly RecordedEvent[]): void => {
  if (first === undefined || Number(first.revision) === from) return
  throw new StreamBroken(stream, `EventStoreDB no longer returns its events before revision ${first.revision}`)
}
