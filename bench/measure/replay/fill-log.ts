import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Append, batchAppender } from '../../../src/adapters/event-log/sqlite/append-batch.ts'
import { openLog } from '../../../src/adapters/event-log/sqlite/schema.ts'
import { category, type PotWatered } from './projections.ts'

const metadata = JSON.stringify({
  at: '2026-03-01T12:00:00.000Z',
  actor: 'benchkey',
  operation: 'waterPot',
  correlationId: '4bf92f3577b34da6a3ce929d0e0e4736',
  causationId: '0b1d1e8a-6f3e-4a55-8f0e-6a3c3f6e2b11',
  schemaVersion: 1,
})
const note = 'Watered before noon, as the leaves were dry; the lower shelf gets more sun than it should have. '

const data = (n: number): string =>
  JSON.stringify({ litres: n % 7, by: `gardener-${n % 50}`, note: `${note}${n}` } satisfies PotWatered['data'])

const perCommit = 2_000

/** Appends an event to each of the first `documents` streams in turn, from event `from` up to `to`. */
export const fillLog = async (dir: string, documents: number, from: number, to: number): Promise<void> => {
  await mkdir(dir, { recursive: true })
  const db = openLog(join(dir, 'log.db'))
  const append = batchAppender(db)
  for (let n = from; n < to; n += perCommit) {
    const appends: Append[] = Array.from({ length: Math.min(perCommit, to - n) }, (_, i) => ({
      stream: `${category}-bench:${(n + i) % documents}`,
      expected: Math.floor((n + i) / documents) - 1,
      expectedId: undefined,
      events: [randomUUID(), 'PotWatered', data(n + i), metadata],
    }))
    const failed = append(appends).outcomes.find(outcome => 'kind' in outcome)
    if (failed) throw new Error(`the log could not be filled: ${JSON.stringify(failed)}`)
  }
  db.close()
}
