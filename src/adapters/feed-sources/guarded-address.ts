import { lookup } from 'node:dns'
import { connect, type Socket } from 'node:net'
import { byNameServers } from '../fetcher/by-name-servers.ts'
import type { Egress } from '../fetcher/egress.ts'
import { guardedLookup, literalRefused } from '../fetcher/guarded-lookup.ts'
import { connectionFault, connectTimeoutMs, Refused } from '../fetcher/refused.ts'
import { NotFetched } from './fault.ts'

/** Resolves a name as connections do, and refuses private and local addresses (ARCH-33). */
const resolved = (host: string, port: number, egress: Egress): Promise<string> => {
  const isAllowed = egress.allows(host, port)
  const bare = host.replace(/^\[|\]$/g, '')
  const refused = isAllowed ? undefined : literalRefused(bare)
  if (refused) return Promise.reject(refused)
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, address: unknown) => (error ? reject(error) : resolve(String(address)))
    if (isAllowed) lookup(bare, done)
    else guardedLookup(byNameServers())(bare, {}, done)
  })
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

/** The address to connect to; a client that resolves the name again could get another one. Throws NotFetched. */
export const addressOf = (host: string, port: number, egress: Egress): Promise<string> =>
  resolved(host, port, egress).catch(error => {
    if (!(error instanceof Refused)) throw new NotFetched('unreachable', sentence(connectionFault(error)))
    const { code, message } = egress.refusal(error, host, port)
    throw new NotFetched(code, `The address is refused: ${message}.`)
  })

/** A connection to an address that was checked. Throws NotFetched. */
export const connectedTo = (address: string, port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: address, port, timeout: connectTimeoutMs })
    const fail = (detail: string) => {
      socket.destroy()
      reject(new NotFetched('unreachable', detail))
    }
    const failed = (error: Error) => fail(sentence(connectionFault(error)))
    socket.once('error', failed)
    socket.once('timeout', () => fail(`The server does not answer within ${connectTimeoutMs / 1_000} s.`))
    socket.once('connect', () => {
      socket.removeListener('error', failed)
      socket.setTimeout(0)
      resolve(socket)
    })
  })
