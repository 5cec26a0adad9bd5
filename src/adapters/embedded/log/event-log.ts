import * as E from 'fp-ts/lib/Either.js'
import { maxAppendBytes } from '../../../domain/shared/append-limit.ts'
import type { EventLog, NewEvent, Recorded } from '../../../ports/event-log.ts'
import { type EventRow, recordedOf, textOf } from '../../event-log/sqlite/event-row.ts'
import type { AsyncReads } from '../reading/reads.ts'
import type { Writer } from '../writing/writer.ts'
import { linkFaults } from './link-faults.ts'
import { hashedPages, logPages } from './log-pages.ts'
import { streamPages } from './stream-pages.ts'
import { subscribeTo } from './subscription.ts'

const textsOf = (events: readonly NewEvent[]): readonly string[] =>
  events.flatMap(({ id, type, data, metadata }) => [id, type, JSON.stringify(data ?? null), JSON.stringify(metadata)])

/** UTF-8 takes at most three bytes per UTF-16 unit, so most appends need no exact measurement. */
const bytesOf = (texts: readonly string[]): number => {
  const units = texts.reduce((sum, text) => sum + text.length, 0)
  return units * 3 <= maxAppendBytes ? units : texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
}

/**
 * The expected end of each stream once the pending appends have succeeded. An append decided on such an end names the
 * id of its last event, so that it fails if that append fails, even if another writer has taken the revision.
 */
const endsUnderWay = () => {
  const ends = new Map<string, { readonly revision: number; readonly id: string }>()
  return {
    idAt: (stream: string, revision: number) => {
      const end = ends.get(stream)
      return end?.revision === revision ? end.id : undefined
    },
    add: (stream: string, revision: number, id: string) => {
      const end = { revision, id }
      ends.set(stream, end)
      return () => ends.get(stream) === end && ends.delete(stream)
    },
  }
}

/**
 * The embedded event log: `writer` appends, `reads` reads. `onFault` is called for events that cannot be read any more.
 */
export const embeddedLog = (
  writer: Writer,
  reads: AsyncReads,
  close: () => Promise<void>,
  onFault: (error: unknown) => void,
): EventLog => {
  const ends = endsUnderWay()
  const recorded = (row: EventRow): Recorded => {
    try {
      return recordedOf(row)
    } catch (error) {
      onFault(error)
      throw error
    }
  }
  return {
    id: writer.started.logId,
    append: async (stream, events, expected) => {
      const texts = textsOf(events)
      const bytes = bytesOf(texts)
      if (bytes > maxAppendBytes) return E.left({ kind: 'too-large', bytes })
      const expectedId = ends.idAt(stream, expected)
      const settle = events.length > 0 ? ends.add(stream, expected + events.length, events.at(-1)!.id) : () => {}
      const outcome = await writer.append({ stream, expected, expectedId, events: texts })
      settle()
      if ('kind' in outcome) return E.left(outcome)
      return E.right({ revision: outcome.revision, position: BigInt(outcome.position) })
    },
    readStream: async (stream, options) => (await reads.readStream(stream, options)).map(recorded),
    async *readStreamPages(stream, { from = 0 } = {}) {
      for await (const rows of streamPages(reads, stream, from)) yield rows.map(recorded)
    },
    streamHead: async stream => {
      const [revision, position] = await reads.streamHead(stream)
      return { revision, position: BigInt(position) }
    },
    async *readAll({ after = 0n, limit = Number.POSITIVE_INFINITY, onScanned, ...filter } = {}) {
      for await (const { rows, scanned } of logPages(reads, Number(after), filter, limit)) {
        for (const row of rows) yield recorded(row)
        await onScanned?.(BigInt(scanned))
      }
    },
    async *readTexts() {
      for await (const { rows, hashes } of hashedPages(reads)) yield rows.map((row, i) => textOf(row, hashes[i]!))
    },
    head: async () => BigInt(await reads.head()),
    faults: head => linkFaults(reads, Number(head)),
    subscribe: options => subscribeTo(reads, writer, recorded, options),
    close,
  }
}
