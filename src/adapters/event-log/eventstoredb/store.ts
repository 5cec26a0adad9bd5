import { type Credentials, EventStoreDBClient } from '@eventstore/db-client'
import type { OutageWatch } from './outage.ts'

/** How long the adapter waits for the store, in milliseconds. */
export type Patience = {
  /** A call with all its tries; then the store is away. */
  readonly callMs: number
  /** One try of an append. */
  readonly tryMs: number
  /** The first call: nobody waits for a node that starts, and a busy machine takes its time to load one. */
  readonly startMs: number
}
export const usualPatience: Patience = { callMs: 1_900, tryMs: 1_000, startMs: 10_000 }

/** An append sends each event in a message of its own: 1 ms more for each. */
export const patienceFor = ({ callMs, tryMs, startMs }: Patience, events: number): Patience => ({
  startMs,
  callMs: callMs + events,
  tryMs: tryMs + events,
})

/**
 * Options of every call. Appends that name credentials go one call each. The stream of appends that the client shares otherwise is
 * avoided: when it breaks while another one is open, an answer that still comes in ends the process. The leader answers, so that
 * reads see what was appended.
 */
export type CallOptions = { readonly credentials?: Credentials; readonly requiresLeader: true }

/** What every part of the adapter works with. */
export type Store = {
  readonly client: EventStoreDBClient
  readonly call: CallOptions
  readonly names: StreamNames
  readonly outage: OutageWatch
  readonly patience: Patience
}

/** On a connection without TLS the client sends no credentials, whatever they are. */
const unsent: Credentials = { username: 'endcap', password: 'endcap' }

const credentialsIn = (url: string): Credentials | undefined => {
  const [, user, password] = /^[^:]+:\/\/([^:]+):([^:@]+)[^@]*@/.exec(url.trim()) ?? []
  if (user !== undefined && password !== undefined)
    return { username: decodeURIComponent(user), password: decodeURIComponent(password) }
  return /[?&]tls=false(?:&|$)/i.test(url) ? unsent : undefined
}

/** The part of the client that gives a broken connection up; it is not in its types. */
type Healing = { handleError(...of: readonly unknown[]): Promise<void> }

/**
 * The client does not wait for what it does about a broken connection. When no node of the cluster is found meanwhile, that fails
 * without anybody to hear it, which would end the process. The calls that wait for a node fail with it and are heard.
 */
const heard = (client: EventStoreDBClient, outage: OutageWatch): EventStoreDBClient => {
  const healing = client as unknown as Healing
  const heal = healing.handleError
  healing.handleError = (...of) => heal(...of).catch(outage.failed)
  return client
}

/** A client for a connection string; credentials and TLS as it says. Errors do not show the string, it may hold a password. */
export const connect = (url: string, outage: OutageWatch): Pick<Store, 'client' | 'call' | 'outage'> => {
  try {
    const client = heard(EventStoreDBClient.connectionString(url), outage)
    const credentials = credentialsIn(url)
    return { client, outage, call: { requiresLeader: true, ...(credentials ? { credentials } : {}) } }
  } catch (error) {
    if (!Object.hasOwn(error as object, 'connectionString')) throw error
    throw new Error('the address of the event store must be an esdb:// connection string as EventStoreDB documents it')
  }
}

/** Names of streams in the store carry the prefix. The stream that holds the log's own id is nobody's stream. */
export const streamNames = (prefix: string) => {
  const logStream = `${prefix}$log`
  return {
    logStream,
    inStore: (stream: string) => `${prefix}${stream}`,
    ofStore: (name: string) => name.slice(prefix.length),
    isOurs: (name: string) => name.startsWith(prefix) && name !== logStream,
  }
}
export type StreamNames = ReturnType<typeof streamNames>
