import type { EventLog, Recorded, RecordedText } from '../../ports/event-log.ts'
import { hashOfEvent } from '../write/chaining.ts'

/** The data and metadata of an event as JSON. */
const textOf = ({ id, stream, revision, position, type, data, metadata }: Recorded): RecordedText => {
  const texts = { id, stream, revision, type, data: JSON.stringify(data ?? null), metadata: JSON.stringify(metadata) }
  return { ...texts, position, hash: hashOfEvent(texts) }
}

/** An event whose data or metadata is not JSON: the log is damaged. The message does not quote it. `where`: `stream@revision`. */
export class EventNotJson extends Error {
  override readonly name = 'EventNotJson'
  readonly where: string
  constructor(where: string) {
    super(`${where} is not JSON`)
    this.where = where
  }
}

/** The event of a text. Throws EventNotJson. */
export const eventOf = ({
  id,
  stream,
  revision,
  position,
  type,
  data,
  metadata,
}: Omit<RecordedText, 'hash'>): Recorded => {
  try {
    return { id, stream, revision, position, type, data: JSON.parse(data), metadata: JSON.parse(metadata) }
  } catch (error) {
    throw error instanceof SyntaxError ? new EventNotJson(`${stream}@${revision}`) : error
  }
}

/** All events of a log in commit order, in pages, with data and metadata as JSON. */
export const textsOf = (log: Pick<EventLog, 'readAll' | 'readTexts'>): AsyncIterable<readonly RecordedText[]> =>
  log.readTexts?.() ?? writtenAnew(log)

const writtenAnew = async function* (log: Pick<EventLog, 'readAll'>): AsyncGenerator<readonly RecordedText[]> {
  for await (const event of log.readAll()) yield [textOf(event)]
}
