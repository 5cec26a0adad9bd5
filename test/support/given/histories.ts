import { glob, readFile } from 'node:fs/promises'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { projections } from '../../../projections/projections.ts'
import { mustDecode } from '../../../src/codec/must-decode.ts'
import type { Recorded } from '../../../src/ports/event-log.ts'
import { aggregateOf } from './aggregates.ts'
import { projectBatch } from './project-batch.ts'

/** Recorded histories: a folder per release, a file per stream category, a line per event (ARCH-18). */
export const historiesFolder = new URL('../../histories/', import.meta.url).pathname

/** An event as one line of JSON; the position is a decimal string. */
export const lineOf = ({ id, type, data, stream, revision, position, metadata }: Recorded): string =>
  JSON.stringify({ id, type, data, stream, revision, position: String(position), metadata })

const Line = t.type({
  id: t.string,
  type: t.string,
  data: t.unknown,
  stream: t.string,
  revision: t.number,
  position: t.string,
  metadata: t.type({
    at: t.string,
    actor: t.string,
    operation: t.string,
    correlationId: t.string,
    causationId: t.string,
    schemaVersion: t.number,
  }),
})

/** The events of a release in commit order. */
export const readHistory = async (release: string): Promise<readonly Recorded[]> => {
  const events: Recorded[] = []
  for await (const file of glob('*.ndjson', { cwd: historiesFolder + release }))
    for (const line of (await readFile(`${historiesFolder}${release}/${file}`, 'utf8'))
      .split('\n')
      .filter(l => l !== '')) {
      const event = mustDecode(Line, JSON.parse(line))
      events.push({ ...event, position: BigInt(event.position) })
    }
  return events.sort((a, b) => (a.position < b.position ? -1 : 1))
}

/** Converts to plain JSON: maps become objects, undefined members are removed. */
const asJson = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, v) => (v instanceof Map ? Object.fromEntries(v) : v)) ?? 'null')

/** Decodes every event, folds every stream and projects every view. Throws on unknown events. */
export const replayed = (events: readonly Recorded[]) => {
  const states: Record<string, unknown> = {}
  for (const event of events) {
    const aggregate = aggregateOf(event.stream)
    if (!aggregate) throw new Error(`no aggregate for ${event.stream}`)
    const decoded = aggregate.events.decode({ type: event.type, data: event.data })
    if (E.isLeft(decoded)) throw new Error(`${event.type} of ${event.stream} does not match its codec`)
    states[event.stream] = aggregate.evolve(states[event.stream] ?? aggregate.initialState, decoded.right)
  }
  const { changes, failures } = projectBatch(projections, events, () => [])
  if (failures[0]) throw failures[0].error
  const views = [...changes].map(([{ name, version }, list]) => {
    const documents = list.flatMap(({ id, json }) => (json === undefined ? [] : [[id, JSON.parse(json)] as const]))
    return [`${name} v${version}`, Object.fromEntries(documents)] as const
  })
  return asJson({ states, documents: Object.fromEntries(views) }) as {
    readonly states: Readonly<Record<string, unknown>>
    readonly documents: Readonly<Record<string, unknown>>
  }
}
