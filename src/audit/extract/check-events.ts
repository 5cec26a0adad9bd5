import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { subjectOf } from '../../domain/subject.ts'
import { hashOfEvent, hashOfRecorded, nextHead } from '../../engine/write/chaining.ts'
import type { Manifest } from './manifest.ts'

/** Where an event of an extract belongs, and its place in the log: the members before its data. */
const place = {
  n: integer(1),
  position: t.string,
  stream: t.string,
  revision: integer(0),
  id: t.string,
  type: t.string,
}
const Place = fields(place)
/** A line of events.ndjson. Metadata is compared as it is: older and newer releases have other members. */
const EventLine = fields({
  ...place,
  data: t.unknown,
  metadata: t.intersection([t.type({ at: t.string }), t.UnknownRecord]),
})

/** An event of an extract. `hash`: of its text as it stands there. */
type Extracted = t.TypeOf<typeof Place> & { readonly at: string; readonly hash: string }

const jsonOf = <A>(codec: t.Type<A, unknown>, text: string): A | undefined => {
  try {
    const decoded = codec.decode(JSON.parse(text))
    return E.isRight(decoded) ? decoded.right : undefined
  } catch {
    return undefined
  }
}

/** An event of a line that has its members in the order in which they are written, so that only its place need be parsed. */
const inOrder = (line: string): Extracted | undefined => {
  const data = line.indexOf(',"data":')
  const metadata = line.lastIndexOf(',"metadata":{"at":"')
  if (data < 0 || metadata < data) return undefined
  const found = jsonOf(Place, `${line.slice(0, data)}}`)
  const at = line.slice(metadata + ',"metadata":{"at":"'.length, line.indexOf('"', metadata + 19))
  if (found === undefined || at.includes('\\')) return undefined
  const texts = { data: line.slice(data + ',"data":'.length, metadata), metadata: line.slice(metadata + 12, -1) }
  return { ...found, at, hash: hashOfEvent({ ...found, ...texts }) }
}

const parsed = (line: string): Extracted | undefined => {
  const event = jsonOf(EventLine, line)
  // JSON keeps whatever the metadata has
  return event && { ...event, at: event.metadata.at, hash: hashOfRecorded(event as never) }
}

/** Whether a line is the event that has this hash. */
const isEvent = (line: string, { hash }: Extracted, wanted: string): boolean =>
  hash === wanted || parsed(line)?.hash === wanted

/** Why an event does not belong in the extract; undefined if it does. */
const misplaced = ({ account, from, to }: Manifest, { stream, at: recorded }: Extracted): string | undefined => {
  if (subjectOf({ stream })?.accountId !== account) return 'belongs to another account'
  if (from === undefined && to === undefined) return undefined
  const at = Date.parse(recorded)
  const isIn = at >= Date.parse(from ?? recorded) && at <= Date.parse(to ?? recorded)
  return isIn ? undefined : 'is outside of the times of the extract'
}

const isHash = (line: string): boolean => /^[0-9a-f]{64}$/.test(line)

/** Lines that come many at a time, one after the other. */
const oneByOne = (pages: AsyncIterable<readonly string[]>) => {
  const rest = pages[Symbol.asyncIterator]()
  let lines: readonly string[] = []
  let at = 0
  return {
    /** The next line; undefined if more must be waited for. */
    next: (): string | undefined => lines[at++],
    /** The next line after waiting for it; undefined at the end. */
    async later(): Promise<string | undefined> {
      for (;;) {
        const { value, done } = await rest.next()
        if (done) return undefined
        lines = value
        at = 1
        if (lines.length > 0) return lines[0]
      }
    },
  }
}

/**
 * Compares the lines of events.ndjson with those of hashes.txt, and these with the seal: the chain over them must end at its head. Both
 * come many lines at a time. Yields a sentence for each fault.
 */
export const eventFaults = async function* (
  manifest: Manifest,
  events: AsyncIterable<readonly string[]>,
  hashes: AsyncIterable<readonly string[]>,
): AsyncGenerator<string> {
  const lines = oneByOne(events)
  const eventOf = (text: string | undefined) => (text === undefined ? undefined : (inOrder(text) ?? parsed(text)))
  let { events: n, head } = manifest.chain
  let line = await lines.later()
  let event = eventOf(line)
  let seen = 0
  for await (const page of hashes)
    for (const hash of page) {
      if (!isHash(hash)) {
        yield `hashes.txt has a line that is no hash after event ${n} of the log`
        return
      }
      n++
      head = nextHead(head, hash)
      if (line === undefined || event?.n !== n) continue
      const name = `${event.stream}@${event.revision}`
      if (!isEvent(line, event, hash)) yield `${name} was changed: it does not have its hash`
      const why = misplaced(manifest, event)
      if (why !== undefined) yield `${name} ${why}`
      seen++
      line = lines.next() ?? (await lines.later())
      event = eventOf(line)
    }
  if (line !== undefined) yield `events.ndjson has a line that is no event, or out of order, after ${seen} events`
  if (seen !== manifest.events) yield `${seen} events of ${manifest.events} are there`
  if (n !== manifest.seal.events || head !== manifest.seal.head)
    yield 'the hashes do not lead to the seal: one was changed, removed or added'
}
