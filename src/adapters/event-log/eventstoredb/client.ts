import { EventStoreDBClient } from '@eventstore/db-client'
import { WrongAddress } from '../../../ports/wrong-address.ts'

/**
 * Members of the client that are not in its public types, and what we need them for:
 * - `handleError` gives up a broken connection. The client does not await it, and its rejection (no member of the cluster was found)
 *   would end the process.
 * - `capabilities` connects, and asks the server once what it can do. An append that waits for that would be sent at any later time,
 *   also when its client was left, so no append is sent before (see `one-appender.ts`).
 */
type Guarded = {
  handleError(of: unknown, error: unknown): Promise<void>
  readonly capabilities: Promise<unknown>
}

export type Connection = {
  readonly client: EventStoreDBClient
  /** Resolves when the client is connected; from then on an append is sent within the turn of its call. */
  ready(): Promise<unknown>
}

/** What the client of a connection has heard: an error of a call, and the end of its handling. */
export type OnBroken = (error: unknown, handled: Promise<void>) => void

/** A member of a cluster that says nothing is passed over after so many seconds when the client looks for the leader; its own limit is 5. */
const gossipSeconds = 2
/** Milliseconds; the client warns of less. */
const keepAliveInterval = 10_000

/** So many clients were made by this process, and those URLs were warned of. */
let made = 0
const warnedOf = new Set<string>()

/**
 * The URL with our options before its own, which win. gRPC keeps connections by address and options, and hands a dead one out again: each
 * client gets another `keepAliveInterval`. Failed appends are errors, whatever the URL says: as results they name a wrong revision.
 */
const withOptions = (url: string, nth: number): string => {
  // the login may hold question marks, and options an @
  const [login = ''] = /^[^:]+:\/\/(?:[^:]+:[^@]+@)?/.exec(url) ?? []
  const query = url.indexOf('?', login.length)
  const ours = `?gossipTimeout=${gossipSeconds}&keepAliveInterval=${keepAliveInterval + nth}`
  if (query < 0) return `${url.replace(/\/$/, '')}${ours}`
  const theirs = url
    .slice(query + 1)
    .split('&')
    .map(option => {
      const [key = '', value] = option.split('=')
      if (/^keepAliveInterval$/i.test(key) && Number(value) > 0) return `${key}=${Number(value) + nth}`
      return /^throwOnAppendFailure$/i.test(key) && value === 'false' ? `${key}=true` : option
    })
  return `${url.slice(0, query)}${ours}&${theirs.join('&')}`
}

/** Makes a client. Its warnings are printed once, without the connection string that they quote with its password. */
const warningBriefly = (url: string, make: () => EventStoreDBClient): EventStoreDBClient => {
  const { warn } = console
  const isKnown = warnedOf.has(url)
  warnedOf.add(url)
  console.warn = (text: unknown) => {
    if (!isKnown) warn(`EVENTSTOREDB_URL: ${String(text).split('\n', 1)[0]}`)
  }
  try {
    return make()
  } finally {
    console.warn = warn
  }
}

/**
 * A new client, on a connection of its own, for a connection string with credentials and TLS options. Throws WrongAddress, without quoting
 * the string, which may contain a password.
 */
export const connect = (url: string, onBroken: OnBroken = () => {}): Connection => {
  const nth = made++
  const client = (() => {
    try {
      return warningBriefly(url, () => EventStoreDBClient.connectionString(withOptions(url.trim(), nth)))
    } catch (error) {
      if (!Object.hasOwn(error as object, 'connectionString')) throw error
      throw new WrongAddress('not a valid esdb:// connection string, see the EventStoreDB documentation')
    }
  })()
  const guarded = client as unknown as Guarded
  const { handleError } = guarded
  guarded.handleError = (of, error) => {
    // calls that wait for a member fail with the rejection, too, and are handled
    const handled = handleError(of, error).catch(() => undefined)
    onBroken(error, handled)
    return handled
  }
  return { client, ready: () => guarded.capabilities }
}
