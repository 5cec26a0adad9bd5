import { randomUUID } from 'node:crypto'
import * as E from 'fp-ts/lib/Either.js'
import type { EventLog, NewEvent } from '../../../src/ports/event-log.ts'
import { creative, creativeSaved } from '../examples/campaign.ts'

const atOnce = 500
const metadata = {
  at: '2026-05-01T10:30:00.000Z',
  actor: 'tester',
  operation: 'updateCreative',
  correlationId: 'c',
  causationId: 'c',
  schemaVersion: 1,
}

/** Writes a stream of events that save this many creatives again and again. */
export const manyCreatives = async (log: EventLog, stream: string, count: number, events: number): Promise<void> => {
  const saved = (n: number): NewEvent => ({
    ...creativeSaved(creative(`pot ${n % count}`, `headline ${n}`), { added: n < count, creativesHash: `set-${n}` }),
    id: randomUUID(),
    metadata,
  })
  for (let from = 0; from < events; from += atOnce) {
    const batch = Array.from({ length: Math.min(atOnce, events - from) }, (_, i) => saved(from + i))
    const appended = await log.append(stream, batch, from - 1)
    if (E.isLeft(appended)) throw new Error(`the events were not written: ${JSON.stringify(appended.left)}`)
  }
}
