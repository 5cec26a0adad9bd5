import type { Credentials, EventStoreDBClient } from '@eventstore/db-client'
import { connectClient } from './connection.ts'
import type { OutageWatch } from './outage.ts'

/** How long the adapter waits for the store, in milliseconds. */
export type Patience = {
  /** A call with all its retries; after that the store counts as unavailable. */
  readonly callMs: number
  /** One attempt of an append. */
  readonly tryMs: number
  /** The first call at startup: no client is waiting, and a busy machine may take longer. */
  readonly startMs: number
}
export const usualPatience: Patience = { callMs: 1_900, tryMs: 1_000, startMs: 10_000 }

/** An append sends each event as a separate message, which adds 1 ms per event. */
export const patienceFor = ({ callMs, tryMs, startMs }: Patience, events: number): Patience => ({
  startMs,
  callMs: callMs + events,
  tryMs: tryMs + events,
})

/**
 * Options of every call. Appends with credentials use one call each. This avoids the client's shared append stream (ADR 0014): if
 * that breaks while another one is open, a late response ends the process. The leader answers, so that reads see
 * earlier appends.
 */
export type CallOptions = { readonly credentials?: Credentials; readonly requiresLeader: true }

/** Shared by all parts of the adapter. */
export type Store = {
  readonly client: EventStoreDBClient
  readonly call: CallOptions
  readonly names: StreamNames
  readonly outage: OutageWatch
  readonly patience: Patience
}

/** On a connection without TLS the client never sends these credentials. */
const unsent: Credentials = { username: 'endcap', password: 'endcap' }

const credentialsIn = (url: string): Credentials | undefined => {
  const [, userInfo = ''] = /^[^:]+:\/\/([^@]*)@/.exec(url.trim()) ?? []
  const [user, password] = userInfo.split(':')
  if (user && password) return { username: decodeURIComponent(user), password: decodeURIComponent(password) }
  return /[?&]tls=false(?:&|$)/i.test(url) ? unsent : undefined
}

/** The client of a connection string, and how its calls are made. */
export const connect = (url: string, outage: OutageWatch): Pick<Store, 'client' | 'call' | 'outage'> => {
  const connected = connectClient(url, outage)
  const credentials = credentialsIn(url)
  return { ...connected, call: { requiresLeader: true, ...(credentials ? { credentials } : {}) } }
}

/** Stream names in the store have the prefix. The stream with the log's own id is not part of the log. */
export const streamNames = (prefix: string) => {
  const logStream = `${prefix}$log`
  return {
    logStream,
    inStore: (stream: string) => `${prefix}${stream}`,
    ofStore: (name: string) => name.slice(prefix.length),
    /** The server puts an event of its own into a stream that an operator has deleted; its types begin with `$`. */
    isOurs: ({ streamId, type }: { readonly streamId: string; readonly type: string }) =>
      streamId.startsWith(prefix) && streamId !== logStream && !type.startsWith('$'),
  }
}
export type StreamNames = ReturnType<typeof streamNames>
