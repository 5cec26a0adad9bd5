import * as E from 'fp-ts/lib/Either.js'
import { digestOf } from '../domain/shared/digest.ts'
import type { EventLog, NewEvent, Position, Recorded } from '../ports/event-log.ts'

/** Most bytes of JSON that are appended at once, well below the bound of every log (design 4). */
const batchBytes = 500_000
const batchEvents = 500

const newEvent = ({ id, type, data, metadata }: Recorded): NewEvent => ({ id, type, data, metadata })

/** Neighbours of one stream, as many as one append takes, so that the order of all events stays. */
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

/** Why stores cannot be copied or are not the same, in words for the person at the shell. */
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
        `${stream} stands at revision ${why.actual} in the target, not at ${revision - 1}: somebody else writes there`,
      )
    case 'unavailable':
      throw new CopyFailed(`the target cannot be written: ${why.reason}; run the same command again to go on`)
    case 'too-large':
      throw new CopyFailed(`${stream}@${revision} is too large for the target (${why.bytes} bytes)`)
  }
}

const fingerprint = ({ id, type, stream, revision, data, metadata }: Recorded): string =>
  digestOf({ id, type, stream, revision, data, metadata })

const named = ({ stream, revision, type }: Recorded): string => `${stream}@${revision} (${type})`

/** An event of the source, and what stands at its place in the target; the target ends before the source or with it. */
type Pair = { readonly event: Recorded; readonly held: Recorded | undefined }

/** Walks both logs side by side; throws CopyFailed where the target has something else, or more. */
const pairs = async function* (from: EventLog, to: EventLog, until: Position): AsyncGenerator<Pair> {
  const there = to.readAll()[Symbol.asyncIterator]()
  const nextThere = async () => {
    const next = await there.next()
    return next.done ? undefined : next.value
  }
  try {
    let goesOn = true
    for await (const event of from.readAll()) {
      if (event.position > until) break
      const held: Recorded | undefined = goesOn ? await nextThere() : undefined
      goesOn = held !== undefined
      if (held && fingerprint(held) !== fingerprint(event))
        throw new CopyFailed(
          named(held) === named(event)
            ? `${named(event)} is another event in the target: id, data or metadata differ`
            : `the target holds other events: ${named(held)} stands where the source has ${named(event)}`,
        )
      yield { event, held }
    }
    const more = goesOn ? await nextThere() : undefined
    if (more)
      throw new CopyFailed(`the target holds other events: it goes on with ${named(more)} behind the source's end`)
  } finally {
    await there.return?.()
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
 * Copies every event up to a position of the source with its id, data and metadata, in the order of the log. A target that holds
 * a beginning of the source is gone on with, as after a copy that was cut short; one that holds anything else is refused with
 * CopyFailed before anything is written. Answers how many events were written.
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
 * Compares two logs event by event up to a position of the first; throws CopyFailed at the first difference. Answers how many
 * events were compared.
 */
export const compareLogs = async (
  from: EventLog,
  to: EventLog,
  until: Position,
  onCompared: (event: Recorded) => void,
): Promise<number> => {
  let count = 0
  for await (const { event, held } of pairs(from, to, until)) {
    if (!held) throw new CopyFailed(`${named(event)} is missing in the target`)
    count++
    onCompared(event)
  }
  return count
}
