import * as E from 'fp-ts/lib/Either.js'
import type { Appended, Conflict, EventLog, NewEvent, TooLarge, Unavailable } from '../../../src/ports/event-log.ts'
import { type MemoryLog, memoryLog } from './log.ts'

export type Refusal = Conflict | Unavailable | TooLarge
/** Runs before an append; a refusal that it answers is the append's. */
export type Before = (
  stream: string,
  events: readonly NewEvent[],
  expected: number,
) => Promise<Refusal | undefined> | Refusal | undefined

/** A log in memory whose appends a test can count, hold up, refuse or come before. It takes 1,000,000 bytes at once, as the real one. */
export const watchedLog = () => {
  const log: MemoryLog = memoryLog()
  const appends: { readonly stream: string; readonly events: number }[] = []
  let before: Before = () => undefined
  const append: EventLog['append'] = async (stream, events, expected): Promise<E.Either<Refusal, Appended>> => {
    appends.push({ stream, events: events.length })
    const refused = await before(stream, events, expected)
    if (refused) return E.left(refused)
    const bytes = events.reduce((sum, e) => sum + Buffer.byteLength(JSON.stringify(e.data)), 0)
    return bytes > 1_000_000 ? E.left({ kind: 'too-large', bytes }) : log.append(stream, events, expected)
  }
  return {
    log: { ...log, append } as MemoryLog,
    events: log.events,
    appends,
    /** From now on this runs before each append. */
    beforeAppend: (then: Before) => {
      before = then
    },
    /** Appends as another node would, past the node under test. */
    async elsewhere(stream: string, type: string, data: unknown) {
      const { revision } = await log.streamHead(stream)
      const id = `elsewhere-${log.events.length}`
      const metadata = { at: '', actor: 'b', operation: 'b', correlationId: 'b', causationId: 'b', schemaVersion: 1 }
      const appended = await log.append(stream, [{ type, data, id, metadata }], revision)
      if (E.isLeft(appended)) throw new Error('the log of the test refused')
    },
  }
}

/** A promise that a test settles, to hold something up until it has looked. */
export const gate = () => {
  let open = () => {}
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  return { open, opened }
}
