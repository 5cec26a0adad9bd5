import type { MongoClient } from 'mongodb'
import pRetry from 'p-retry'

type Heartbeat = { readonly connectionId: string; readonly awaited: boolean }

/** Pauses between attempts to connect, in milliseconds. */
const pauses = { minTimeout: 500, maxTimeout: 1_000, retries: Number.POSITIVE_INFINITY }

/**
 * Reconnects a client whose monitor is stuck. The driver may write a heartbeat to a socket that has just been destroyed
 * and then waits for it without a limit (`writeCommand` in mongodb 7.9), while it reports the server as unavailable. Any
 * other heartbeat ends in time: it connects and is answered within `patienceMs` each, and one that the server holds back
 * until something changes takes `streamedMs` more. Returns the function that closes the client.
 */
export const watchMonitors = (client: MongoClient, patienceMs: number, streamedMs: number): (() => Promise<void>) => {
  const closing = new AbortController()
  const timers = new Map<string, NodeJS.Timeout>()
  let reconnecting: Promise<void> | undefined

  const ended = (connectionId: string) => {
    clearTimeout(timers.get(connectionId))
    timers.delete(connectionId)
  }
  const forget = () => {
    for (const id of [...timers.keys()]) ended(id)
  }
  const connect = async () => {
    await client.close()
    // a client that was closed once does not connect by itself
    await pRetry(() => client.connect(), { ...pauses, signal: closing.signal })
  }
  const reconnect = () => {
    forget()
    const over = () => {
      reconnecting = undefined
    }
    // only a close by the owner ends it otherwise
    reconnecting ??= connect().then(over, over)
  }
  const started = ({ connectionId, awaited }: Heartbeat) => {
    ended(connectionId)
    const limit = 2 * patienceMs + 1_000 + (awaited ? streamedMs : 0)
    timers.set(connectionId, setTimeout(reconnect, limit).unref())
  }
  client.on('serverHeartbeatStarted', started)
  client.on('serverHeartbeatSucceeded', event => ended(event.connectionId))
  client.on('serverHeartbeatFailed', event => ended(event.connectionId))
  return async () => {
    closing.abort()
    forget()
    await client.close()
    await reconnecting
  }
}
