import type { Socket } from 'node:net'
import { connect as connectTls, TLSSocket } from 'node:tls'
import { type FTPContext, FTPError, type FTPResponse } from 'basic-ftp'
import type { Egress } from '../fetcher/egress.ts'
import { isPublicAddress } from '../fetcher/public-address.ts'
import { NotFetched } from './fault.ts'
import { connectedTo } from './guarded-address.ts'

/** The answer to a command; undefined if the server refuses it. */
const asked = (ftp: FTPContext, command: string): Promise<FTPResponse | undefined> =>
  ftp.request(command).catch(error => {
    if (error instanceof FTPError) return undefined
    throw error
  })

/** The port of `229 … (|||6446|)` (RFC 2428); IBM i writes it with exclamation marks. */
const extendedPort = (message: string): number => Number(/[|!]{3}(\d{1,5})[|!]/.exec(message)?.[1])

/** The port of `227 … (10,20,30,40,25,46)` (RFC 959). */
const passivePort = (message: string): number => {
  const [, high, low] = /(?:\d{1,3},){4}(\d{1,3}),(\d{1,3})/.exec(message) ?? []
  return Number(high) * 256 + Number(low)
}

/** The port at which the server waits for the data connection: by EPSV, or by PASV where that is refused or answered otherwise. */
const portOf = async (ftp: FTPContext): Promise<{ readonly response: FTPResponse; readonly port: number }> => {
  const extended = await asked(ftp, 'EPSV')
  if (extended?.code === 229) return { response: extended, port: extendedPort(extended.message) }
  const passive = await asked(ftp, 'PASV')
  if (passive?.code !== 227)
    throw new NotFetched('refused', 'The FTP server has no passive mode: it refuses EPSV and PASV.')
  return { response: passive, port: passivePort(passive.message) }
}

/** The data connection is encrypted as the control connection is, by its session: servers demand that. */
const encryptedAs = (ftp: FTPContext, socket: Socket): Socket => {
  if (!(ftp.socket instanceof TLSSocket)) return socket
  const session = ftp.tlsSessionStore ?? ftp.socket.getSession()
  const encrypted = connectTls({ ...ftp.tlsOptions, socket, ...(session ? { session } : {}) })
  encrypted.on('session', next => {
    ftp.tlsSessionStore = next
  })
  return encrypted
}

/**
 * Opens data connections to the address of the control connection, whatever the server names: behind a router it names an address of its own
 * network. The port is the server's choice, so one that is reached by a single entry of EGRESS_ALLOW could lead to another server of its machine:
 * unless the address is public, its port must be allowed too. Throws NotFetched.
 */
export const passiveMode =
  (host: string, egress: Egress) =>
  async (ftp: FTPContext): Promise<FTPResponse> => {
    const { response, port } = await portOf(ftp)
    const { remoteAddress: address } = ftp.socket
    if (address === undefined) throw new NotFetched('unreachable', 'The FTP server ended the connection.')
    if (!(port > 0 && port <= 65_535))
      throw new NotFetched('refused', 'The FTP server names no port for its data connection.')
    if (!isPublicAddress(address) && !egress.allows(host, port))
      throw new NotFetched(
        'address-refused',
        `The FTP server is at a private address, and its passive port ${port} is not allowed: the operator can list ${host}:* in EGRESS_ALLOW.`,
      )
    const socket = await connectedTo(address, port).catch(({ message }: NotFetched) => {
      throw new NotFetched('unreachable', `The data connection of the FTP server failed at port ${port}: ${message}`)
    })
    if (ftp.closed) {
      socket.destroy()
      throw new NotFetched('unreachable', 'The FTP server ended the connection.')
    }
    ftp.dataSocket = encryptedAs(ftp, socket)
    return response
  }
