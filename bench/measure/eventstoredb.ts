import { randomUUID } from 'node:crypto'
import { type EventData, EventStoreDBClient, FORWARDS, jsonEvent, NO_STREAM } from '@eventstore/db-client'
import * as E from 'fp-ts/lib/Either.js'
import { openEventStoreDb } from '../../src/adapters/event-log/eventstoredb/open-event-log.ts'
import type { EventLog, Position } from '../../src/ports/event-log.ts'
import { compare } from '../report.ts'
import type { Measure } from './measure.ts'
import { event, race, raceOnLog, writers } from './writers.ts'

/** Number of events to read back. */
const stretch = 10_000
const atOnce = 500

const appendAll = async (log: EventLog, stream: string, from: number, to: number): Promise<Position> => {
  const events = Array.from({ length: to - from }, (_, i) => event(from + i))
  const done = await log.append(stream, events, from - 1)
  if (E.isLeft(done)) throw new Error(`an append failed: ${done.left.kind}`)
  return done.right.position
}

/** Appends the events to read; returns the position before them. */
const fill = async (log: EventLog): Promise<Position> => {
  const start = await appendAll(log, 'bench-start', 0, 1)
  for (let n = 0; n < stretch; n += atOnce) await appendAll(log, 'bench-stretch', n, n + atOnce)
  return start
}

const timed = async (work: () => Promise<number>): Promise<number> => {
  const startedAt = performance.now()
  const events = await work()
  if (events < stretch) throw new Error(`${events} events were read instead of ${stretch}`)
  return (stretch / (performance.now() - startedAt)) * 1000
}

/** As a node that starts with views behind the log. */
const catchUp = (log: EventLog, after: Position): Promise<number> =>
  timed(async () => {
    let seen = 0
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const subscription = log.subscribe({
      after,
      prefixes: ['bench-'],
      handle: async events => {
        seen += events.length
        if (seen >= stretch) resolve()
      },
      onError: reject,
    })
    await promise.finally(() => subscription.stop())
    return seen
  })

/** As a rebuild and the CLI tools. */
const replay = (log: EventLog, after: Position): Promise<number> =>
  timed(async () => {
    let seen = 0
    for await (const _ of log.readAll({ after, limit: stretch })) seen++
    return seen
  })

/** The same events with the bare client, which starts with the event at the position. */
const bareRead = (client: EventStoreDBClient, from: Position): Promise<number> =>
  timed(async () => {
    let seen = 0
    const fromPosition = { commit: from, prepare: from }
    for await (const _ of client.readAll({ direction: FORWARDS, fromPosition, maxCount: stretch + 1 })) seen++
    return seen - 1
  })

const bareRace = (client: EventStoreDBClient, seconds: number, prefix: string): Promise<number> =>
  race(seconds, (writer, n) => {
    const { id, type, data, metadata } = event(n)
    const stored = jsonEvent({ id, type, data: data as never, metadata }) as EventData
    return client.appendToStream(`${prefix}${writer}`, stored, {
      expectedRevision: n === 0 ? NO_STREAM : BigInt(n - 1),
    })
  })

type Work = 'append' | 'bareAppend' | 'catchUp' | 'bareRead' | 'replay'

/** The adapter compared with the bare client on the server of EVENTSTOREDB_URL. The appended events remain there. */
export const measureEventStoreDb =
  (url: string): Measure =>
  async ({ rounds, seconds, progress }) => {
    const works = ['append', 'bareAppend', 'catchUp', 'bareRead', 'replay'] as const
    const rates = Object.fromEntries(works.map(work => [work, []])) as unknown as Record<Work, number[]>
    const run = randomUUID()
    const streamPrefix = `bench_${run}_`
    const log = await openEventStoreDb({ url, streamPrefix })
    const client = EventStoreDBClient.connectionString(url)
    try {
      progress('eventstoredb: filling the log')
      const start = await fill(log)
      for (let round = 0; round <= rounds; round++) {
        const length = round === 0 ? 1 : seconds
        const measures: Record<Work, () => Promise<number>> = {
          append: () => raceOnLog(log, length, round),
          bareAppend: () => bareRace(client, length, `bare_${run}_${round}-`),
          catchUp: () => catchUp(log, start),
          bareRead: () => bareRead(client, start),
          replay: () => replay(log, start),
        }
        for (const name of works) {
          progress(`round ${round} of ${rounds}: EventStoreDB, ${name}`)
          const rate = await measures[name]()
          // the first round warms up
          if (round > 0) rates[name].push(rate)
        }
      }
    } finally {
      await client.dispose()
      await log.close()
    }
    const line = (work: string, unit: string, peer: string, ours: Work, theirs: Work) =>
      compare({ work: `EventStoreDB, ${work}`, unit, peer }, rates[ours], rates[theirs])
    return {
      lines: [
        line(`append, ${writers} writers`, '/s', 'bare appendToStream', 'append', 'bareAppend'),
        line('catch-up', 'events/s', 'bare readAll', 'catchUp', 'bareRead'),
        line('replay', 'events/s', 'bare readAll', 'replay', 'bareRead'),
      ],
      notes: [],
    }
  }
