import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { Client, FTPError } from 'basic-ftp'
import type { FeedAddress, FeedCredentials } from '../../ports/feed-sources.ts'
import { mustBeUnchanged, NotFetched } from './fault.ts'
import { addressOf } from './guarded-address.ts'

const idleMs = 60_000

const faultOf = (error: unknown): NotFetched => {
  if (error instanceof NotFetched) return error
  if (!(error instanceof FTPError)) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no connection'
    return new NotFetched('unreachable', `The FTP server cannot be reached (${code}).`)
  }
  if (error.code === 530) return new NotFetched('login-refused', 'The FTP server refuses the username or the password.')
  if (error.code === 550)
    return new NotFetched('not-found', 'The FTP server has no such file, or does not let this user read it.')
  return new NotFetched('refused', `The FTP server answered with code ${error.code}.`)
}

/**
 * The bytes of a feed over FTP. Throws NotFetched; the stream ends with NotFetched too. `signal` ends the connection at any time: a greeting
 * in lines without end is never idle.
 */
export const overFtp = async (
  { url }: FeedAddress,
  { username = 'anonymous', password = '' }: FeedCredentials,
  egressAllow: readonly string[],
  signal: AbortSignal,
): Promise<Readable> => {
  const { hostname, port, pathname } = new URL(url)
  const at = Number(port || 21)
  const host = await addressOf(hostname, at, egressAllow)
  // data connections go to the same host, whatever the server says
  const client = new Client(idleMs, { allowSeparateTransferHost: false })
  signal.addEventListener('abort', () => client.close(), { once: true })
  const path = decodeURIComponent(pathname)
  const size = () => client.size(path).catch(() => undefined)
  let before: number | undefined
  try {
    signal.throwIfAborted()
    await client.access({ host, port: at, user: username, password })
    before = await size()
    signal.throwIfAborted()
  } catch (error) {
    client.close()
    throw faultOf(error)
  }
  const body = new PassThrough()
  // it may fail before it is read; whoever reads it gets the error then
  body.on('error', () => undefined)
  body.once('close', () => client.close())
  const arriving = new PassThrough()
  arriving.pipe(body, { end: false })
  const transfer = client.downloadTo(arriving, path)
  // a server that gives up closes the data connection, too: only its last reply says that this was all
  Promise.all([transfer, once(arriving, 'end')])
    .then(size)
    .then(after => {
      mustBeUnchanged(before, after)
      body.end()
    })
    .catch(error => body.destroy(faultOf(error)))
  return body
}
