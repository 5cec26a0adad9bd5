import * as E from 'fp-ts/lib/Either.js'
import type { Appended, Conflict, EventLog, NewEvent, TooLarge, Unavailable } from '../../../src/ports/event-log.ts'
import { type MemoryLog, memoryLog } from './log.ts'

export type Refusal = Conflict | Unavailable | TooLarge
/** Runs before an append; the append returns its refusal, if any. */
export type Before = (
  stream: string,
  events: readonly NewEvent[],
  expected: number,
) => Promise<Refusal | undefined> | Refusal | undefined

/** An in-memory log whose appends a test can count, delay, refuse or precede. Like the real one, it accepts 1,000,000 bytes per append. */
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
    /** Runs before each append from now on. */
    beforeAppend: (then: Before) => {
      before = then
    },
    /** Appends without `beforeAppend`: an append that reaches the log although its answer does not. */
    lands: log.append,
    /** Appends like another node, bypassing the node under test. */
    async elsewhere(stream: string, type: string, data: unknown) {
      const { revision } = await log.streamHead(stream)
      const id = `elsewhere-${log.events.length}`
      const metadata = { at: '', actor: 'b', operation: 'b', correlationId: 'b', causationId: 'b', schemaVersion: 1 }
      const appended = await log.append(stream, [{ type, data, id, metadata }], revision)
      if (E.isLeft(appended)) throw new Error('the test log refused the append')
    },
  }
}

/** A promise that a test settles, to delay work until the test has checked something. */
export const gate = () => {
  let open = () => {}
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  return { open, opened }
}
