import { EventStoreDBClient } from '@eventstore/db-client'
import { Channel, type ChannelCredentials, type ChannelOptions, connectivityState, status } from '@grpc/grpc-js'
import { WrongAddress } from '../../../ports/wrong-address.ts'
import type { OutageWatch } from './outage.ts'
import { isNoAnswer } from './store-errors.ts'

/** The client's methods for its connection; not in its types. */
type Connecting = {
  createChannel(): Promise<Channel>
  /** Gives up the channel of a gRPC client after an error that says so; the next call connects again. */
  handleError(of: { getChannel(): Channel }, error: unknown): Promise<void>
}
/** What a channel was made of; not in its type. */
type Made = { readonly internalChannel: { readonly credentials: ChannelCredentials; readonly options: ChannelOptions } }

/**
 * A connection that has died without a word is noticed 5 s after its last sign of life. Each new channel connects at once: a
 * shared pool would hand on the back-off of the one before, or an attempt that nobody answers.
 */
const options: ChannelOptions = {
  'grpc.keepalive_time_ms': 3_000,
  'grpc.keepalive_timeout_ms': 2_000,
  'grpc.use_local_subchannel_pool': 1,
}
const isSetBy = (url: string) => /[?&]keepAlive(?:Interval|Timeout)=/i.test(url)

/** A member of a cluster that says nothing is passed over after so many seconds when the client looks for the leader; its own limit is 5. */
const gossipSeconds = 2
/** The URL with that limit as its first option, so that its own wins. The login may hold question marks, and options an @. */
const withGossipTimeout = (url: string): string => {
  const [login = ''] = /^[^:]+:\/\/(?:[^:]+:[^@]+@)?/.exec(url) ?? []
  const option = `?gossipTimeout=${gossipSeconds}`
  const query = url.indexOf('?', login.length)
  if (query >= 0) return `${url.slice(0, query)}${option}&${url.slice(query + 1)}`
  return `${url.trim().replace(/\/$/, '')}${option}`
}

const lost = () => Object.assign(new Error('no connection'), { code: status.UNAVAILABLE })

/** Makes a client, whose warnings are printed without the connection string that they quote with its password. */
const warningBriefly = (make: () => EventStoreDBClient): EventStoreDBClient => {
  const { warn } = console
  console.warn = (text: unknown) => warn(`EVENTSTOREDB_URL: ${String(text).split('\n', 1)[0]}`)
  try {
    return make()
  } finally {
    console.warn = warn
  }
}

/**
 * A client for a connection string with credentials and TLS options. Errors do not quote the string, which may contain
 * a password.
 */
const clientOf = (url: string): EventStoreDBClient => {
  try {
    return warningBriefly(() => EventStoreDBClient.connectionString(withGossipTimeout(url)))
  } catch (error) {
    if (!Object.hasOwn(error as object, 'connectionString')) throw error
    throw new WrongAddress('not a valid esdb:// connection string, see the EventStoreDB documentation')
  }
}

/** A client whose connection comes back soon after the network, and the outage watch that helps it. */
export const connectClient = (
  url: string,
  outage: OutageWatch,
): { readonly client: EventStoreDBClient; readonly outage: OutageWatch } => {
  const client = clientOf(url)
  const connecting = client as unknown as Connecting
  const { createChannel, handleError } = connecting
  let current: Channel | undefined

  // the client takes no channel options, and warns of a keepalive below 10 s
  connecting.createChannel = async () => {
    const made = await createChannel()
    const { credentials, options: usual } = (made as unknown as Made).internalChannel
    made.close()
    const keepalive = isSetBy(url) ? { ...options, ...usual } : { ...usual, ...options }
    current = new Channel(made.getTarget(), credentials, keepalive)
    return current
  }
  /**
   * The client does not await its handling of a broken connection. If it finds no cluster node meanwhile, the rejection
   * is unhandled and would end the process. Calls that wait for a node fail with it and are handled.
   */
  connecting.handleError = (...of) => handleError(...of).catch(outage.failed)

  /** Starts again an attempt to connect that gets no answer: gRPC in Node waits for the server's first message without a limit. */
  const connectAgain = () => {
    const channel = current
    if (channel === undefined || channel.getConnectivityState(false) === connectivityState.READY) return
    void connecting.handleError({ getChannel: () => channel }, lost())
  }
  return {
    client,
    outage: {
      ...outage,
      failed: error => {
        outage.failed(error)
        if (isNoAnswer(error)) connectAgain()
      },
    },
  }
}
