import * as E from 'fp-ts/lib/Either.js'
import type { EventLog, NewEvent, Position, Recorded, Run } from '../ports/event-log.ts'
import { StreamBroken } from '../ports/store-away.ts'
import { CopyFailed, named, type Pair, pairs } from './compare-logs.ts'

/** Maximum bytes of JSON in one append, well below the limit of every log (ARCH-12). */
const batchBytes = 500_000
const batchEvents = 500
/** Maximum number and bytes of the appends that are under way at once. */
const windowBatches = 64
const windowBytes = 1_000_000

const newEvent = ({ id, type, data, metadata }: Recorded): NewEvent => ({ id, type, data, metadata })

/** Consecutive events of one stream, for one append. */
type Batch = readonly Recorded[]

/** Groups consecutive events of the same stream into appends, which keeps the order of the log, and appends into windows. */
const batches = async function* (events: AsyncIterable<Recorded>): AsyncGenerator<readonly Batch[]> {
  let window: Recorded[][] = []
  let inWindow = 0
  let inBatch = 0
  for await (const event of events) {
    const size = Buffer.byteLength(JSON.stringify(newEvent(event)))
    let batch = window.at(-1)
    if (batch?.[0]?.stream !== event.stream || batch.length === batchEvents || inBatch + size > batchBytes) {
      if (window.length === windowBatches || (window.length > 0 && inWindow + size > windowBytes)) {
        yield window
        window = []
        inWindow = 0
      }
      batch = []
      window.push(batch)
      inBatch = 0
    }
    batch.push(event)
    inBatch += size
    inWindow += size
  }
  if (window.length > 0) yield window
}

const runOf = (batch: readonly Recorded[]): Run => {
  const { stream, revision } = batch[0]!
  return { stream, events: batch.map(newEvent), expected: revision - 1 }
}

type Answer = Awaited<ReturnType<EventLog['append']>>

const positionIn = ({ stream, expected }: Run, answer: Answer): Position => {
  if (E.isRight(answer)) return answer.right.position
  const why = answer.left
  switch (why.kind) {
    case 'conflict':
      throw new CopyFailed(
        `${stream} is at revision ${why.actual} in the target, not at ${expected}: another process is writing to the target`,
      )
    case 'unavailable':
      throw new CopyFailed(`cannot write to the target: ${why.reason}; run the same command again to resume`)
    case 'too-large':
      throw new CopyFailed(`${stream}@${expected + 1} is too large for the target (${why.bytes} bytes)`)
  }
}

const elsewhere = 'copy again into an empty target, for EventStoreDB with another STREAM_PREFIX'

/** Appends in order: all at once if the target can keep them in order, else one after the other. */
const answersOf = async function* (to: EventLog, runs: readonly Run[]): AsyncGenerator<Answer> {
  try {
    if (to.appendRuns) yield* await to.appendRuns(runs)
    else for (const { stream, events, expected } of runs) yield await to.append(stream, events, expected)
  } catch (error) {
    throw error instanceof StreamBroken ? new CopyFailed(`in the target ${error.message} Or ${elsewhere}.`) : error
  }
}

/** Writes windows of runs. The target must give them growing positions. */
const writer = (to: EventLog, onWritten: (event: Recorded) => void) => {
  let last = -1n
  return async (window: readonly Batch[]): Promise<number> => {
    const runs = window.map(runOf)
    let at = 0
    for await (const answer of answersOf(to, runs)) {
      const position = positionIn(runs[at]!, answer)
      if (position <= last)
        throw new CopyFailed(`the target wrote ${named(window[at]![0]!)} behind later events: ${elsewhere}`)
      last = position
      onWritten(window[at]!.at(-1)!)
      at++
    }
    return window.reduce((sum, batch) => sum + batch.length, 0)
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
  for await (const window of batches(missing(pairs(from, to, until), onCopied))) {
    written += await underWay
    underWay = write(window)
    // read on meanwhile; its failure is thrown with the next window
    underWay.catch(() => undefined)
  }
  return written + (await underWay)
}
