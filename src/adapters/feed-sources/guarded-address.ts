import { lookup } from 'node:dns'
import { connect, type Socket } from 'node:net'
import { byNameServers } from '../fetcher/by-name-servers.ts'
import { guardedLookup, literalRefused } from '../fetcher/guarded-lookup.ts'
import { Refused } from '../fetcher/refused.ts'
import { NotFetched } from './fault.ts'

const connectMs = 10_000

/** Resolves a name as connections do, and refuses private and local addresses (ARCH-33). */
const resolved = (host: string, port: number, egressAllow: readonly string[]): Promise<string> => {
  const isAllowed = egressAllow.some(entry => entry.toLowerCase() === `${host.toLowerCase()}:${port}`)
  const bare = host.replace(/^\[|\]$/g, '')
  const refused = isAllowed ? undefined : literalRefused(bare)
  if (refused) return Promise.reject(refused)
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, address: unknown) => (error ? reject(error) : resolve(String(address)))
    if (isAllowed) lookup(bare, done)
    else guardedLookup(byNameServers())(bare, {}, done)
  })
}

const unreachable = (error: unknown): NotFetched => {
  if (error instanceof Refused) return new NotFetched(error.code, `The address is refused: ${error.message}.`)
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no connection'
  return new NotFetched('unreachable', `The server cannot be reached (${code}).`)
}

/** The address to connect to; a client that resolves the name again could get another one. Throws NotFetched. */
export const addressOf = (host: string, port: number, egressAllow: readonly string[]): Promise<string> =>
  resolved(host, port, egressAllow).catch(error => {
    throw unreachable(error)
  })

/** A connection to a checked address. Throws NotFetched. */
export const connected = async (host: string, port: number, egressAllow: readonly string[]): Promise<Socket> => {
  const address = await addressOf(host, port, egressAllow)
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port, timeout: connectMs })
    const fail = (error: Error) => {
      socket.destroy()
      reject(unreachable(error))
    }
    socket.once('error', fail)
    socket.once('timeout', () => fail(Object.assign(new Error('timeout'), { code: 'timeout' })))
    socket.once('connect', () => {
      socket.removeListener('error', fail)
      socket.setTimeout(0)
      resolve(socket)
    })
  })
}
