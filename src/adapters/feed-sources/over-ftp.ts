import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { Client, FTPError } from 'basic-ftp'
import type { FeedAddress, FeedCredentials } from '../../ports/feed-sources.ts'
import type { Egress } from '../fetcher/egress.ts'
import { connectionFault } from '../fetcher/refused.ts'
import { mustBeComplete, NotFetched, type Transfer } from './fault.ts'
import { ftpLogin } from './ftp-login.ts'
import { passiveMode } from './ftp-passive.ts'
import { addressOf } from './guarded-address.ts'

const idleMs = 60_000
/** Bytes of all replies of a session: each costs time on the thread that answers, and usual ones have a few hundred. */
const mostReplyBytes = 1_048_576
/** Milliseconds between two looks at them. */
const lookMs = 100

/** Ends a session whose server sends replies without end, which is never idle. Until the returned function is called. */
const boundReplies = (client: Client): (() => void) => {
  const look = () => {
    if (client.ftp.socket.bytesRead > mostReplyBytes)
      client.ftp.closeWithError(new NotFetched('refused', 'The FTP server sends replies without end.'))
  }
  const timer = setInterval(look, lookMs)
  return () => clearInterval(timer)
}

/**
 * The path that a server is asked for: relative to the folder of the login, and from the root if it begins with `%2F` (RFC 1738). It is sent as one
 * path instead of a CWD for each part: servers on Unix and Windows take it, and folders that may not be listed or entered stay passable.
 */
const pathOf = (pathname: string): string => decodeURIComponent(pathname.slice(1))

/** Throws NotFetched if a command could not be sent as one line. */
const mustBeOneLine = (...parts: readonly string[]): void => {
  if (parts.every(part => !/[\r\n\0]/.test(part))) return
  throw new NotFetched(
    'refused',
    'The path, the username or the password contains a line break, which FTP cannot send.',
  )
}

const faultOf = (error: unknown, hasLogin: boolean): NotFetched => {
  if (error instanceof NotFetched) return error
  if (!(error instanceof FTPError))
    return new NotFetched('unreachable', `The FTP transfer failed: ${connectionFault(error)}.`)
  if (error.code === 530)
    return hasLogin
      ? new NotFetched('login-refused', 'The FTP server refuses the username or the password.')
      : new NotFetched('login-refused', 'The FTP server refuses anonymous logins; it needs a username and a password.')
  if (error.code === 550)
    return new NotFetched(
      'not-found',
      'The FTP server has no such file in the folder of this login, or does not let it be read. A path from the root begins with %2F.',
    )
  return new NotFetched('refused', `The FTP server answered with code ${error.code}.`)
}

/**
 * A feed over FTP. Throws NotFetched; the stream ends with NotFetched too. `signal` ends the connection at any time: a greeting in lines without
 * end is never idle.
 */
export const overFtp = async (
  { url }: FeedAddress,
  { username, password = '' }: FeedCredentials,
  egress: Egress,
  signal: AbortSignal,
): Promise<Transfer> => {
  const { hostname: host, port: given, pathname } = new URL(url)
  const port = Number(given || 21)
  const path = pathOf(pathname)
  mustBeOneLine(path, username ?? '', password)
  const server = { host, port, address: await addressOf(host, port, egress) }
  const fault = (error: unknown) => faultOf(error, username !== undefined)
  const client = new Client(idleMs)
  client.prepareTransfer = passiveMode(host, egress)
  signal.addEventListener('abort', () => client.close(), { once: true })
  const size = () =>
    client.size(path).then(
      bytes => (bytes >= 0 ? bytes : undefined),
      () => undefined,
    )
  const unbound = boundReplies(client)
  let before: number | undefined
  let warnings: readonly string[]
  try {
    warnings = await ftpLogin(client, server, { username: username ?? 'anonymous', password }, signal)
    before = await size()
    signal.throwIfAborted()
  } catch (error) {
    unbound()
    client.close()
    throw fault(error)
  }
  const body = new PassThrough()
  // it may fail before it is read; whoever reads it gets the error then
  body.on('error', () => undefined)
  body.once('close', () => {
    unbound()
    client.close()
  })
  const arriving = new PassThrough()
  let received = 0
  arriving.on('data', (chunk: Buffer) => {
    received += chunk.length
  })
  arriving.pipe(body, { end: false })
  const transfer = client.downloadTo(arriving, path)
  // a server that gives up closes the data connection, too: only its last reply says that this was all
  Promise.all([transfer, once(arriving, 'end')])
    .then(size)
    .then(after => {
      mustBeComplete(received, before, after)
      body.end()
    })
    .catch(error => body.destroy(fault(error)))
  return { body, isWhole: before !== undefined, warnings }
}
