import { randomUUID } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/** An event in the stand-in. Positions are byte offsets that increase in commit order, like the server's. */
export type Stored = {
  readonly stream: string
  readonly revision: number
  readonly position: bigint
  readonly id: string
  readonly type: string
  readonly contentType: string
  readonly data: Uint8Array
  readonly metadata: Uint8Array
  /** Milliseconds since 1970. */
  readonly created: number
}
export type Proposed = Pick<Stored, 'id' | 'type' | 'contentType' | 'data' | 'metadata'>
export type Written = { readonly revision: number; readonly position: bigint }

type Line = { readonly stream: string; readonly created: number; readonly events: readonly (readonly string[])[] }

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const lineOf = (stream: string, created: number, events: readonly Proposed[]): Line => ({
  stream,
  created,
  events: events.map(e => [e.id, e.type, e.contentType, base64(e.data), base64(e.metadata)]),
})
const proposedOf = ([id = '', type = '', contentType = '', data = '', metadata = '']: readonly string[]): Proposed => ({
  id,
  type,
  contentType,
  data: Buffer.from(data, 'base64'),
  metadata: Buffer.from(metadata, 'base64'),
})

const nothing = new Uint8Array()

/** The first event of a new server, in a separate stream. */
const system: Line = {
  stream: '$$$scavenges',
  created: 0,
  events: [['00000000-0000-4000-8000-000000000001', '$metadata', 'application/json', base64(Buffer.from('{}')), '']],
}

/** The log of the stand-in, in memory and line by line in a file, so that a restarted server has the same events. */
export const storedLog = (file: string) => {
  const all: Stored[] = []
  const streams = new Map<string, Stored[]>()
  let next = 548n
  const begins = new Map<string, number>()
  const deleted = new Set<string>()
  let indexedAfter = 0

  const keep = ({ stream, created, events }: Line) => {
    const found = streams.get(stream) ?? []
    streams.set(stream, found)
    for (const proposed of events.map(proposedOf)) {
      const event: Stored = { ...proposed, stream, revision: found.length, position: next, created }
      next += BigInt(130 + stream.length + event.data.length + event.metadata.length)
      found.push(event)
      all.push(event)
    }
  }
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : []
  for (const line of [system, ...lines.map(text => JSON.parse(text) as Line)]) keep(line)

  const read = (stream: string): readonly Stored[] => streams.get(stream) ?? []
  const isLeft = ({ stream, revision }: Stored) => revision >= (begins.get(stream) ?? 0)
  const isIndexed = ({ created }: Stored) => Date.now() >= created + indexedAfter
  return {
    get all(): readonly Stored[] {
      return indexedAfter === 0 ? all : all.filter(isIndexed)
    },
    /** The events of a stream that can be read. */
    stream: (stream: string): readonly Stored[] => {
      const left = begins.has(stream) ? read(stream).filter(isLeft) : read(stream)
      return indexedAfter === 0 ? left : left.filter(isIndexed)
    },
    /** As with `$tb`: reads of the stream begin at a revision, those of all streams do not. */
    truncate: (stream: string, before: number) => void begins.set(stream, before),
    isDeleted: (stream: string): boolean => deleted.has(stream),
    /** Deletes a stream for good, as operators can: an event without metadata marks it. */
    tombstone: (stream: string) => {
      const mark = { id: randomUUID(), type: '$streamDeleted', contentType: 'application/octet-stream' }
      all.push({
        ...mark,
        ...{ stream, revision: 2 ** 63 - 1025, position: next },
        ...{ data: nothing, metadata: nothing, created: 0 },
      })
      next += 200n
      deleted.add(stream)
    },
    indexedAfter: () => indexedAfter,
    indexLater: (ms: number) => {
      indexedAfter = ms
    },
    /**
     * Appends at an exact revision (-1: no stream). At an older revision the ids are compared: the same ids mean a repeated append,
     * which gets its first response; others are refused with the actual revision. The current revision always writes.
     */
    append: (stream: string, events: readonly Proposed[], expected: number): Written | { readonly actual: number } => {
      const found = read(stream)
      const actual = found.length - 1
      if (expected !== actual) {
        const same = found.slice(expected + 1, expected + 1 + events.length)
        const repeated =
          expected < actual && same.length === events.length && events.every((e, i) => e.id === same[i]?.id)
        const last = same.at(-1)
        return repeated && last ? { revision: last.revision, position: last.position } : { actual }
      }
      const line = lineOf(stream, Date.now(), events)
      appendFileSync(file, `${JSON.stringify(line)}\n`)
      keep(line)
      const last = all.at(-1)
      return { revision: read(stream).length - 1, position: last?.position ?? 0n }
    },
  }
}
export type StoredLog = ReturnType<typeof storedLog>
