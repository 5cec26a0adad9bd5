import type { EventLog, Recorded } from '../ports/event-log.ts'

type Next = { readonly event: Recorded; readonly rest: AsyncIterator<Recorded> }

async function* eventsOf(log: Pick<EventLog, 'readStreamPages'>, stream: string): AsyncGenerator<Recorded> {
  for await (const page of log.readStreamPages(stream)) yield* page
}

const nextOf = async (rest: AsyncIterator<Recorded>): Promise<readonly Next[]> => {
  const { value: event, done } = await rest.next()
  return done ? [] : [{ event, rest }]
}

/** The events of a few streams in the order of the log, with one page of each in memory. */
export async function* streamsInOrder(
  log: Pick<EventLog, 'readStreamPages'>,
  streams: readonly string[],
): AsyncGenerator<Recorded> {
  let heads = (await Promise.all(streams.map(stream => nextOf(eventsOf(log, stream))))).flat()
  while (heads.length > 0) {
    const first = heads.reduce((a, b) => (b.event.position < a.event.position ? b : a))
    yield first.event
    const next = await nextOf(first.rest)
    heads = heads.flatMap(head => (head === first ? next : [head]))
  }
}
