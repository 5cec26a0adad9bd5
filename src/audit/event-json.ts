import * as t from 'io-ts'
import { named } from '../codec/described.ts'
import { fields } from '../codec/fields.ts'
import { integer } from '../codec/integer.ts'
import type { Recorded } from '../ports/event-log.ts'
import type { Secrets } from '../ports/secrets.ts'
import { subjectOf } from './subject.ts'

/** The JSON form of an event in audit, REST and headers (ARCH-14). The position is a decimal string. */
export const EventJson = named(
  'Event',
  fields({
    id: t.string,
    type: t.string,
    stream: t.string,
    revision: integer(0),
    position: t.string,
    data: t.unknown,
    metadata: fields(
      {
        at: t.string,
        actor: t.string,
        operation: t.string,
        correlationId: t.string,
        causationId: t.string,
        schemaVersion: integer(1),
      },
      { callerTraceId: t.string },
    ),
  }),
)
export type EventJson = t.TypeOf<typeof EventJson>

/** `m•••@example.com`: enough to distinguish addresses, not enough to send mail to one. */
const masked = (address: string): string => {
  const at = address.lastIndexOf('@')
  return at < 1 ? '•••' : `${address[0]}•••${address.slice(at)}`
}

/** The data with every sealed address masked (ARCH-14). If the account's key was destroyed, addresses become `erased`. */
export const maskAddresses = async (accountId: string, data: unknown, secrets: Secrets): Promise<unknown> => {
  if (Array.isArray(data)) return Promise.all(data.map(item => maskAddresses(accountId, item, secrets)))
  if (typeof data !== 'object' || data === null) return data
  const members = await Promise.all(
    Object.entries(data).map(async ([name, value]) => {
      if (!/^sealed/.test(name) || typeof value !== 'string')
        return [name, await maskAddresses(accountId, value, secrets)]
      const address = await secrets.unsealForAccount(accountId, value)
      return [name, address === undefined ? 'erased' : masked(address)]
    }),
  )
  return Object.fromEntries(members)
}

/** The event as JSON, its mail addresses masked. */
export const eventJson = async (event: Recorded, secrets: Secrets): Promise<EventJson> => {
  const { id, type, stream, revision, position } = event
  // the checksum covers the addresses that are masked here, so nobody could check it
  const { checksum: _, ...metadata } = event.metadata
  const accountId = subjectOf(event)?.accountId
  const data = accountId === undefined ? event.data : await maskAddresses(accountId, event.data, secrets)
  return { id, type, stream, revision, position: String(position), data, metadata }
}
