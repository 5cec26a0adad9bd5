import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { openEmbedded } from '../../src/adapters/embedded/open-embedded.ts'
import { compare } from '../report.ts'
import type { Measure } from './measure.ts'
import { event, race, raceOnLog, writers } from './writers.ts'

const projections = new URL('../../projections/projections.ts', import.meta.url).href

/**
 * The upper bound: the same events as lines of a file; waiting events are written together and acknowledged after
 * fdatasync.
 */
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

/** 64 writers on the embedded log, compared with grouped write + fdatasync of the same bytes. */
export const measureAppend: Measure = async ({ rounds, seconds, dir, progress }) => {
  const embedded = await openEmbedded({ dataDir: join(dir, 'log'), projections })
  const file = await groupedFile(join(dir, 'events.ndjson'))
  const ours: number[] = []
  const bound: number[] = []
  for (let round = 0; round <= rounds; round++) {
    progress(`round ${round} of ${rounds}: append`)
    const length = round === 0 ? 1 : seconds
    const pair = [await raceOnLog(embedded.log, length, round), await ofFile(file, length)] as const
    if (round === 0) continue
    ours.push(pair[0])
    bound.push(pair[1])
  }
  await file.close()
  await embedded.close()
  const what = {
    work: `append, ${writers} writers`,
    unit: '/s',
    peer: 'write + fdatasync, grouped',
    budget: { atLeast: 0.3 },
  }
  return { lines: [compare(what, ours, bound)], notes: [] }
}
