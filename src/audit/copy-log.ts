import * as E from 'fp-ts/lib/Either.js'
import type { EventLog, NewEvent, Position, Recorded } from '../ports/event-log.ts'
import { StreamBroken } from '../ports/store-away.ts'
import { CopyFailed, named, type Pair, pairs } from './compare-logs.ts'

/** Maximum bytes of JSON in one append, well below the limit of every log (ARCH-12). */
const batchBytes = 500_000
const batchEvents = 500

const newEvent = ({ id, type, data, metadata }: Recorded): NewEvent => ({ id, type, data, metadata })

/** Consecutive events of one stream, for one append. */
type Batch = readonly Recorded[]

/** Groups consecutive events of the same stream into appends, which keeps the order of the log. */
const batches = async function* (events: AsyncIterable<Recorded>): AsyncGenerator<Batch> {
  let batch: Recorded[] = []
  let inBatch = 0
  for await (const event of events) {
    const size = Buffer.byteLength(JSON.stringify(newEvent(event)))
    const fits = batch[0]?.stream === event.stream && batch.length < batchEvents && inBatch + size <= batchBytes
    if (!fits && batch.length > 0) {
      yield batch
      batch = []
    }
    inBatch = batch.length === 0 ? size : inBatch + size
    batch.push(event)
  }
  if (batch.length > 0) yield batch
}

const elsewhere = 'copy again into an empty target, for EventStoreDB with another STREAM_PREFIX'

/** Appends a batch; its position in the target. Throws CopyFailed with what the target refused, and why. */
const appended = async (to: EventLog, batch: Batch): Promise<Position> => {
  const { stream, revision } = batch[0]!
  const answer = await to.append(stream, batch.map(newEvent), revision - 1).catch(error => {
    throw error instanceof StreamBroken ? new CopyFailed(`in the target ${error.message} Or ${elsewhere}.`) : error
  })
  if (E.isRight(answer)) return answer.right.position
  const why = answer.left
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

/** Writes batches one after the other, which keeps the order of the log. The target must give them growing positions. */
const writer = (to: EventLog, onWritten: (event: Recorded) => void) => {
  let last = -1n
  return async (batch: Batch): Promise<number> => {
    const position = await appended(to, batch)
    if (position <= last) throw new CopyFailed(`the target wrote ${named(batch[0]!)} behind later events: ${elsewhere}`)
    last = position
    onWritten(batch.at(-1)!)
    return batch.length
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
  const write = writer(to, onCopied)
  let written = 0
  let underWay = Promise.resolve(0)
  for await (const batch of batches(missing(pairs(from, to, until), onCopied))) {
    written += await underWay
    underWay = write(batch)
    // read on meanwhile; its failure is thrown with the next batch
    underWay.catch(() => undefined)
  }
  return written + (await underWay)
}
