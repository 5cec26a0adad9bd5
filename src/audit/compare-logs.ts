import { digestOf } from '../domain/shared/digest.ts'
import type { EventLog, Position, Recorded } from '../ports/event-log.ts'

/** The stores cannot be copied, or they differ. The message is written for the CLI user. */
export class CopyFailed extends Error {
  override readonly name = 'CopyFailed'
}

const fingerprint = ({ id, type, stream, revision, data, metadata }: Recorded): string =>
  digestOf({ id, type, stream, revision, data, metadata })

/** An event as messages name it, by its place and type. */
export const named = ({ stream, revision, type }: Recorded): string => `${stream}@${revision} (${type})`

/** An event of the source and its counterpart in the target; undefined after the end of the target. */
export type Pair = { readonly event: Recorded; readonly held: Recorded | undefined }

/** Walks both logs side by side. Throws CopyFailed if the target has different events, or more events. */
export const pairs = async function* (from: EventLog, to: EventLog, until: Position): AsyncGenerator<Pair> {
  const target = to.readAll()[Symbol.asyncIterator]()
  const nextInTarget = async () => {
    const next = await target.next()
    return next.done ? undefined : next.value
  }
  try {
    let targetHasMore = true
    for await (const event of from.readAll()) {
      if (event.position > until) break
      const held: Recorded | undefined = targetHasMore ? await nextInTarget() : undefined
      targetHasMore = held !== undefined
      if (held && fingerprint(held) !== fingerprint(event))
        throw new CopyFailed(
          named(held) === named(event)
            ? `${named(event)} differs in the target: its id, data or metadata is not the same`
            : `the target holds other events: it has ${named(held)} where the source has ${named(event)}`,
        )
      yield { event, held }
    }
    const more = targetHasMore ? await nextInTarget() : undefined
    if (more)
      throw new CopyFailed(
        `the target holds other events: it continues with ${named(more)} after the end of the source`,
      )
  } finally {
    await target.return?.()
  }
}

/**
 * Compares two logs event by event up to a position of the first. Throws CopyFailed at the first difference. Returns the
 * number of events compared.
 */
export const compareLogs = async (
  from: EventLog,
  to: EventLog,
  until: Position,
  onCompared: (event: Recorded) => void,
): Promise<number> => {
  let count = 0
  for await (const { event, held } of pairs(from, to, until)) {
    if (!held) throw new CopyFailed(`${named(event)} is missing from the target`)
    count++
    onCompared(event)
  }
  return count
}
