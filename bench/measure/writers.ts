import { randomUUID } from 'node:crypto'
import * as E from 'fp-ts/lib/Either.js'
import type { EventLog, NewEvent } from '../../src/ports/event-log.ts'

export const writers = 64

const columns = { headline: 'Everything for the garden, from the first seed to the last harvest', price: '9.99' }
const hash = 'c0ffee'.repeat(10)

/** An event with 300 bytes of data. No view uses it: the rows that append it measure only logs. */
export const event = (n: number): NewEvent => ({
  id: randomUUID(),
  type: 'BenchSaved',
  data: {
    creativeName: `terracotta-pot-${n}`,
    columns,
    creativesHash: hash,
    missingAssets: [],
    at: '2026-03-01T12:00:00.000Z',
  },
  metadata: {
    at: '2026-03-01T12:00:00.000Z',
    actor: 'benchkey',
    operation: 'updateCreative',
    correlationId: '4bf92f3577b34da6a3ce929d0e0e4736',
    causationId: '0b1d1e8a-6f3e-4a55-8f0e-6a3c3f6e2b11',
    schemaVersion: 1,
  },
})

/** Writers that each wait for an append before the next one; returns appends per second. */
export const race = async (
  seconds: number,
  append: (writer: number, n: number) => Promise<unknown>,
): Promise<number> => {
  const startedAt = performance.now()
  const until = startedAt + seconds * 1000
  let appended = 0
  const write = async (_: unknown, writer: number) => {
    for (let n = 0; performance.now() < until; n++) {
      await append(writer, n)
      appended++
    }
  }
  await Promise.all(Array.from({ length: writers }, write))
  return (appended / (performance.now() - startedAt)) * 1000
}

/** The writers on a log, each with a new stream in every round. */
export const raceOnLog = (log: EventLog, seconds: number, round: number): Promise<number> =>
  race(seconds, async (writer, n) => {
    const done = await log.append(`bench-${round}:${writer}`, [event(n)], n - 1)
    if (E.isLeft(done)) throw new Error(`an append failed: ${done.left.kind}`)
  })
