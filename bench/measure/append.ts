import { randomUUID } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { openEmbedded } from '../../src/adapters/embedded/open-embedded.ts'
import type { EventLog, NewEvent } from '../../src/ports/event-log.ts'
import { compare } from '../report.ts'
import type { Measure } from './measure.ts'

const writers = 64
const projections = new URL('../../projections/projections.ts', import.meta.url).href

const columns = { headline: 'Everything for the garden, from the first seed to the last harvest', price: '9.99' }
const hash = 'c0ffee'.repeat(10)

/** An event whose data has 300 bytes. No view listens to it: the row is about the log. */
const event = (n: number): NewEvent => ({
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

/** Writers that each wait for an append before the next one; answers appends a second. */
const race = async (seconds: number, append: (writer: number, n: number) => Promise<void>): Promise<number> => {
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

const ofLog = (log: EventLog, seconds: number, round: number): Promise<number> =>
  race(seconds, async (writer, n) => {
    const done = await log.append(`bench-${round}:${writer}`, [event(n)], n - 1)
    if (E.isLeft(done)) throw new Error(`an append failed: ${done.left.kind}`)
  })

/** The bound: the same events as lines of a file, what waits written at once, and answered after fdatasync. */
const groupedFile = async (path: string) => {
  const file = await open(path, 'a')
  let waiting: { readonly line: string; resolve(): void; reject(error: unknown): void }[] = []
  let writing = false
  const drain = async () => {
    writing = true
    while (waiting.length > 0) {
      const group = waiting
      waiting = []
      try {
        await file.write(group.map(({ line }) => line).join(''))
        await file.datasync()
        for (const { resolve } of group) resolve()
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    writing = false
  }
  return {
    append: (line: string) =>
      new Promise<void>((resolve, reject) => {
        waiting.push({ line, resolve, reject })
        if (!writing) void drain()
      }),
    close: () => file.close(),
  }
}

const ofFile = ({ append }: Awaited<ReturnType<typeof groupedFile>>, seconds: number): Promise<number> =>
  race(seconds, (writer, n) => append(`${JSON.stringify({ stream: `bench-${writer}`, revision: n, ...event(n) })}\n`))

/** 64 writers on the embedded log against grouped write + fdatasync of the same bytes. */
export const measureAppend: Measure = async ({ rounds, seconds, dir, say }) => {
  const embedded = await openEmbedded({ dataDir: join(dir, 'log'), projections })
  const file = await groupedFile(join(dir, 'events.ndjson'))
  const ours: number[] = []
  const bound: number[] = []
  for (let round = 0; round <= rounds; round++) {
    say(`round ${round} of ${rounds}: append`)
    const length = round === 0 ? 1 : seconds
    const pair = [await ofLog(embedded.log, length, round), await ofFile(file, length)] as const
    if (round === 0) continue
    ours.push(pair[0])
    bound.push(pair[1])
  }
  await file.close()
  await embedded.close()
  const what = { work: 'append, 64 writers', unit: '/s', peer: 'write + fdatasync, grouped', budget: { atLeast: 0.3 } }
  return { lines: [compare(what, ours, bound)], notes: [] }
}
