import { isCustomersOwn } from './customers-own.ts'

/** Event members that name blobs which are kept for ever. (ZIPs of exports and old rows are not: they are deleted in time.) */
const namesBlob = /^(sha256|[a-z]+Sha256|snapshot|blob)$/

/** Whether a member of an event names a blob. */
export const isBlobName = (name: string, text: string): boolean => namesBlob.test(name) && /^[0-9a-f]{64}$/.test(text)

const hasBlobName = /"(?:sha256|[a-z]+Sha256|snapshot|blob)":/

/** Whether JSON has a member that may name a blob. Members with an escape in their names are not ours. */
export const mayNameBlobs = (json: string): boolean => hasBlobName.test(json)

/** The texts in an event, each with the name of its member; not those under names that a customer chose. */
export const membersOf = function* (value: unknown, name = ''): Generator<readonly [name: string, text: string]> {
  if (typeof value === 'string') yield [name, value]
  else if (Array.isArray(value)) for (const item of value) yield* membersOf(item, name)
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value))
      if (!isCustomersOwn(key, value as Readonly<Record<string, unknown>>)) yield* membersOf(inner, key)
}
