import * as E from 'fp-ts/lib/Either.js'
import { digestOf } from '../domain/shared/digest.ts'
import type { EventLog, NewEvent, Position, Recorded } from '../ports/event-log.ts'

/** Maximum bytes of JSON in one append, well below the limit of every log (ARCH-12). */
const batchBytes = 500_000
const batchEvents = 500

const newEvent = ({ id, type, data, metadata }: Recorded): NewEvent => ({ id, type, data, metadata })

/** Groups consecutive events of the same stream into appends, which keeps the global order. */
const batches = async function* (events: AsyncIterable<Recorded>): AsyncGenerator<readonly Recorded[]> {
  let batch: Recorded[] = []
  let bytes = 0
  for await (const event of events) {
    const size = Buffer.byteLength(JSON.stringify(newEvent(event)))
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

/** The stores cannot be copied, or they differ. The message is written for the CLI user. */
export class CopyFailed extends Error {
  override readonly name = 'CopyFailed'
}

const appendOnce = async (to: EventLog, batch: readonly Recorded[]): Promise<void> => {
  const [first] = batch
  if (first === undefined) return
  const { stream, revision } = first
  const appended = await to.append(stream, batch.map(newEvent), revision - 1)
  if (E.isRight(appended)) return
  const why = appended.left
  switch (why.kind) {
    case 'conflict':
      throw new CopyFailed(
        `${stream} is at revision ${why.actual} in the target, not at ${revision - 1}: another process is writing to the target`,
      )
    case 'unavailable':
      throw new CopyFailed(`cannot write to the target: ${why.reason}; run the same command again to resume`)
    case 'too-large':
      throw new CopyFailed(`${stream}@${revision} is too large for the target (${why.bytes} bytes)`)
  }
}

const fingerprint = ({ id, type, stream, revision, data, metadata }: Recorded): string =>
  digestOf({ id, type, stream, revision, data, metadata })

const named = ({ stream, revision, type }: Recorded): string => `${stream}@${revision} (${type})`

/** An event of the source and its counterpart in the target; undefined after the end of the target. */
type Pair = { readonly event: Recorded; readonly held: Recorded | undefined }

/** Walks both logs side by side. Throws CopyFailed if the target has different events, or more events. */
const pairs = async function* (from: EventLog, to: EventLog, until: Position): AsyncGenerator<Pair> {
  const target = to.readAll()[Symbol.asyncIterator]()
  const nextInTarget = async () => {
    const next = await target.next()
    return next.done ? undefined : next.value
  }
  try {
    let targetHasMore = true
    for await (const event of from.readAll()) {
      if (event.position > until) break
      const held: Recorded | undefined = targetHasMore ? await nextInTarget() : undefined
      targetHasMore = held !== undefined
      if (held && fingerprint(held) !== fingerprint(event))
        throw new CopyFailed(
          named(held) === named(event)
            ? `${named(event)} differs in the target: its id, data or metadata is not the same`
            : `the target holds other events: it has ${named(held)} where the source has ${named(event)}`,
        )
      yield { event, held }
    }
    const more = targetHasMore ? await nextInTarget() : undefined
    if (more)
      throw new CopyFailed(
        `the target holds other events: it continues with ${named(more)} after the end of the source`,
      )
  } finally {
    await target.return?.()
  }
}

const missing = async function* (
  walk: AsyncIterable<Pair>,
  onHeld: (event: Recorded) => void,
): AsyncGenerator<Recorded> {
  for await (const { event, held } of walk) {
    if (held) onHeld(event)
    else yield event
  }
}

/**
 * Copies every event up to a position of the source with its id, data and metadata, in log order. If the target already holds
 * the first events of the source (an interrupted copy), copying resumes after them. If it holds anything else, CopyFailed is
 * thrown before anything is written. Returns the number of events written.
 */
export const copyLog = async (
  from: EventLog,
  to: EventLog,
  until: Position,
  onCopied: (event: Recorded) => void,
): Promise<number> => {
  let written = 0
  for await (const batch of batches(missing(pairs(from, to, until), onCopied))) {
    await appendOnce(to, batch)
    written += batch.length
    onCopied(batch.at(-1)!)
  }
  return written
}

/**
 * Compares two logs event by event up to a position of the first. Throws CopyFailed at the first difference. Returns the
 * number of events compared.
 */
export const compareLogs = async (
  from: EventLog,
  to: EventLog,
  until: Position,
  onCompared: (event: Recorded) => void,
): Promise<number> => {
  let count = 0
  for await (const { event, held } of pairs(from, to, until)) {
    if (!held) throw new CopyFailed(`${named(event)} is missing from the target`)
    count++
    onCompared(event)
  }
  return count
}
