import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { hashOfRecorded, nextHead } from '../../engine/write/chaining.ts'
import { subjectOf } from '../subject.ts'
import type { Manifest } from './manifest.ts'

/** A line of events.ndjson. Metadata is compared as it is: older and newer releases have other members. */
const EventLine = fields({
  n: integer(1),
  position: t.string,
  stream: t.string,
  revision: integer(0),
  id: t.string,
  type: t.string,
  data: t.unknown,
  metadata: t.intersection([t.type({ at: t.string }), t.UnknownRecord]),
})
type EventLine = t.TypeOf<typeof EventLine>

const parsed = (line: string): EventLine | undefined => {
  try {
    const decoded = EventLine.decode(JSON.parse(line))
    return E.isRight(decoded) ? decoded.right : undefined
  } catch {
    return undefined
  }
}

/** Why an event does not belong in the extract; undefined if it does. */
const misplaced = ({ account, from, to }: Manifest, { stream, metadata }: EventLine): string | undefined => {
  if (subjectOf({ stream })?.accountId !== account) return 'belongs to another account'
  const at = Date.parse(metadata.at)
  const isIn = at >= Date.parse(from ?? metadata.at) && at <= Date.parse(to ?? metadata.at)
  return isIn ? undefined : 'is outside of the times of the extract'
}

const isHash = (line: string): boolean => /^[0-9a-f]{64}$/.test(line)

/**
 * Compares the lines of events.ndjson with those of hashes.txt, and these with the seal: the chain over them must end at its head. Yields
 * a sentence for each fault.
 */
export const eventFaults = async function* (
  manifest: Manifest,
  events: AsyncIterable<string>,
  hashes: AsyncIterable<string>,
): AsyncGenerator<string> {
  const lines = events[Symbol.asyncIterator]()
  const next = async () => {
    const { value, done } = await lines.next()
    return done ? undefined : value
  }
  let { events: n, head } = manifest.chain
  let line = await next()
  let event = line === undefined ? undefined : parsed(line)
  let seen = 0
  for await (const hash of hashes) {
    if (!isHash(hash)) {
      yield `hashes.txt has a line that is no hash after event ${n} of the log`
      return
    }
    n++
    head = nextHead(head, hash)
    if (event?.n !== n) continue
    const name = `${event.stream}@${event.revision}`
    // JSON keeps whatever the metadata has
    if (hashOfRecorded(event as never) !== hash) yield `${name} was changed: it does not have its hash`
    const why = misplaced(manifest, event)
    if (why !== undefined) yield `${name} ${why}`
    seen++
    line = await next()
    event = line === undefined ? undefined : parsed(line)
  }
  if (line !== undefined) yield `events.ndjson has a line that is no event, or out of order, after ${seen} events`
  if (seen !== manifest.events) yield `${seen} events of ${manifest.events} are there`
  if (n !== manifest.seal.events || head !== manifest.seal.head)
    yield 'the hashes do not lead to the seal: one was changed, removed or added'
}
