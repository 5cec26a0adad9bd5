import * as E from 'fp-ts/lib/Either.js'
import { digestOf } from '../domain/shared/digest.ts'
import type { EventLog, NewEvent, Recorded } from '../ports/event-log.ts'

/** Most bytes of JSON that are appended at once, well below the bound of every log (design 4). */
const batchBytes = 500_000
const batchEvents = 500

const newEvent = ({ id, type, data, metadata }: Recorded): NewEvent => ({ id, type, data, metadata })

/** Neighbours of one stream, as many as one append takes, so that the order of all events stays. */
const batches = async function* (events: AsyncIterable<Recorded>): AsyncGenerator<readonly Recorded[]> {
  let batch: Recorded[] = []
  let bytes = 0
  for await (const event of events) {
    const size = JSON.stringify(event.data).length + 500
    const fits = batch[0]?.stream === event.stream && batch.length < batchEvents && bytes + size < batchBytes
    if (!fits && batch.length > 0) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(event)
    bytes += size
  }
  if (batch.length > 0) yield batch
}

/** Why logs cannot be copied or are not the same, in words for the person at the shell. */
export class CopyFailed extends Error {
  override readonly name = 'CopyFailed'
}

const appendOnce = async (to: EventLog, batch: readonly Recorded[]): Promise<void> => {
  const { stream, revision } = batch[0] as Recorded
  const appended = await to.append(stream, batch.map(newEvent), revision - 1)
  if (E.isRight(appended)) return
  const why = appended.left
  if (why.kind === 'conflict')
    throw new CopyFailed(
      `${stream} stands at revision ${why.actual} there, not at ${revision - 1}: the target holds other events`,
    )
  throw new CopyFailed(
    why.kind === 'unavailable'
      ? `the target cannot be written: ${why.reason}; run the same command again to go on`
      : `${stream}@${revision} is too large for the target (${why.bytes} bytes)`,
  )
}

/**
 * Copies every event with its id, data and metadata, in the order of the log. What the target holds already is passed over,
 * so that a copy that was cut short goes on. Answers how many events were written.
 */
export const copyLog = async (from: EventLog, to: EventLog, onCopied: (event: Recorded) => void): Promise<number> => {
  const heads = new Map<string, number>()
  const headOf = async (stream: string): Promise<number> => {
    const known = heads.get(stream) ?? (await to.streamHead(stream)).revision
    heads.set(stream, known)
    return known
  }
  let written = 0
  for await (const batch of batches(from.readAll())) {
    const { stream } = batch[0] as Recorded
    const head = await headOf(stream)
    const missing = batch.filter(event => event.revision > head)
    if (missing.length > 0) {
      await appendOnce(to, missing)
      heads.set(stream, missing.at(-1)!.revision)
      written += missing.length
    }
    onCopied(batch.at(-1)!)
  }
  return written
}

const fingerprint = ({ id, type, stream, revision, data, metadata }: Recorded): string =>
  digestOf({ id, type, stream, revision, data, metadata })

/** Compares two logs event by event; throws CopyFailed at the first difference. Answers how many events were compared. */
export const compareLogs = async (
  from: EventLog,
  to: EventLog,
  onCompared: (event: Recorded) => void,
): Promise<number> => {
  const other = to.readAll()[Symbol.asyncIterator]()
  let count = 0
  for await (const event of from.readAll()) {
    const next = await other.next()
    if (next.done || fingerprint(next.value) !== fingerprint(event))
      throw new CopyFailed(
        `${event.stream}@${event.revision} ${next.done ? 'is missing in the target' : `meets ${next.value.stream}@${next.value.revision} in the target`}`,
      )
    count++
    onCompared(event)
  }
  const rest = await other.next()
  if (!rest.done) throw new CopyFailed(`the target goes on with ${rest.value.stream}@${rest.value.revision}`)
  return count
}
