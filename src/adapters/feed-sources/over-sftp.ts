import { PassThrough, type Readable } from 'node:stream'
import ssh2, { type Algorithms } from 'ssh2'
import SftpClient from 'ssh2-sftp-client'
import type { FeedAddress, FeedCredentials } from '../../ports/feed-sources.ts'
import { isCostlyKey, mostKeyBits } from '../fetcher/costly-key.ts'
import { noteBytes } from '../files/passing-bytes.ts'
import { mustBeUnchanged, NotFetched } from './fault.ts'
import { connected } from './guarded-address.ts'

const readyMs = 20_000
/** Each chunk costs a round trip. */
const chunkBytes = 262_144

/**
 * What a server may choose to agree on a key by. A group of its own choice, or one of more than 4,096 bits, costs up to two seconds on the
 * thread that answers, each time that the server asks for another key.
 */
const kex = {
  append: [],
  prepend: [],
  remove: ['diffie-hellman-group-exchange-sha256', 'diffie-hellman-group17-sha512', 'diffie-hellman-group18-sha512'],
} satisfies Algorithms['kex']

const quiet = (): void => undefined
/** Without these the library prints such events between the lines of the log; calls reject with errors all the same. */
const quietly = { error: quiet, end: quiet, close: quiet }

const faultOf = (error: unknown): NotFetched => {
  if (error instanceof NotFetched) return error
  const message = error instanceof Error ? error.message : ''
  if (/authentication methods failed/i.test(message))
    return new NotFetched('login-refused', 'The SFTP server refuses the username, the password or the key.')
  if (/parse privateKey|passphrase/i.test(message))
    return new NotFetched(
      'login-refused',
      'The private key cannot be read: it must be in PEM or OpenSSH format, without a passphrase.',
    )
  if (/no such file/i.test(message)) return new NotFetched('not-found', 'The SFTP server has no such file.')
  if (/permission denied/i.test(message))
    return new NotFetched('not-found', 'The SFTP server does not let this user read the file.')
  return new NotFetched('unreachable', 'The SFTP server cannot be reached, or speaks no SFTP.')
}

const mustBeAffordable = (privateKey: string): void => {
  const key = ssh2.utils.parseKey(privateKey)
  // connecting says what is wrong with it
  if (key instanceof Error || !isCostlyKey(key.getPrivatePEM())) return
  throw new NotFetched('login-refused', `Private keys of more than ${mostKeyBits} bits are refused.`)
}

/** The bytes of a feed over SFTP. The server's key is not checked, as the interface has no place for it. Throws NotFetched. `signal` ends the connection at any time. */
export const overSftp = async (
  { url, portNumber }: FeedAddress,
  { username = '', password, privateKey }: FeedCredentials,
  egressAllow: readonly string[],
  signal: AbortSignal,
): Promise<Readable> => {
  if (privateKey !== undefined) mustBeAffordable(privateKey)
  const { hostname, port, pathname } = new URL(url)
  const sock = await connected(hostname, Number(port || portNumber || 22), egressAllow)
  // a request would wait for the acknowledgement of the one before, 40 ms for each chunk
  sock.setNoDelay(true)
  const client = new SftpClient('sftp', quietly)
  const path = decodeURIComponent(pathname)
  const size = () =>
    client.stat(path).then(
      stats => stats.size,
      () => undefined,
    )
  let before: number | undefined
  const end = () => {
    client.end().catch(() => sock.destroy())
  }
  signal.addEventListener('abort', () => sock.destroy(), { once: true })
  try {
    signal.throwIfAborted()
    await client.connect({
      sock,
      username,
      readyTimeout: readyMs,
      // 35 kB of packed zeros would be 35 MB, unpacked at once on the thread that answers
      algorithms: { kex, compress: ['none'] },
      ...(password === undefined ? {} : { password }),
      ...(privateKey === undefined ? {} : { privateKey }),
    })
    before = await size()
    signal.throwIfAborted()
  } catch (error) {
    sock.destroy()
    throw faultOf(error)
  }
  const body = new PassThrough()
  // it may fail before it is read; whoever reads it gets the error then
  body.on('error', () => undefined)
  body.once('close', end)
  const file = client.createReadStream(path, { autoClose: true, highWaterMark: chunkBytes })
  file.on('error', (error: unknown) => body.destroy(faultOf(error)))
  // each byte was in a buffer of the socket and in one of its packet before
  file.on('data', (chunk: Buffer) => noteBytes(2 * chunk.length))
  file.once('end', () => {
    size()
      .then(after => {
        mustBeUnchanged(before, after)
        body.end()
      })
      .catch(error => body.destroy(faultOf(error)))
  })
  file.pipe(body, { end: false })
  return body
}
