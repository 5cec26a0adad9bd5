import type { LookupFunction } from 'node:net'
import { DEFAULT_CIPHERS } from 'node:tls'
import { buildConnector } from 'undici'
import { connectTimeoutMs, resetHere } from './refused.ts'

/** Without DHE: a server chooses its prime, and one of 10,000 bits costs a second on the thread that answers, again and again. */
export const affordableCiphers = `${DEFAULT_CIPHERS}:!DHE`
const usual = { ciphers: affordableCiphers, timeout: connectTimeoutMs, allowH2: false } as const

/**
 * Connects for undici. A body without Content-Length ends with its connection, and undici takes a reset for that end, too: half a feed would be
 * a whole one. It knows a reset by its code, which is another one here.
 */
export const connecting = (lookup?: LookupFunction): buildConnector.connector => {
  const connect = buildConnector({ ...usual, ...(lookup ? { lookup } : {}) })
  return (options, callback) =>
    connect(options, (...result) => {
      const [, socket] = result
      // before the listener of undici
      socket?.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNRESET') error.code = resetHere
      })
      callback(...result)
    })
}
