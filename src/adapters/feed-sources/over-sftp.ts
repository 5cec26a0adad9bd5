import { PassThrough } from 'node:stream'
import type { Algorithms } from 'ssh2'
import SftpClient from 'ssh2-sftp-client'
import type { FeedAddress, FeedCredentials } from '../../ports/feed-sources.ts'
import type { Egress } from '../fetcher/egress.ts'
import { noteBytes } from '../files/passing-bytes.ts'
import { mustBeComplete, NotFetched, type Transfer } from './fault.ts'
import { addressOf, connectedTo } from './guarded-address.ts'
import { sshKeyOf } from './private-key.ts'

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

/** What was sent to prove who logs in. */
const proofOf = ({ password, privateKey }: FeedCredentials): string => {
  if (privateKey === undefined)
    return password === undefined ? 'username; no password or private key was sent' : 'username or the password'
  return password === undefined ? 'username or the key' : 'username, the password or the key'
}

const faultOf = (error: unknown, credentials: FeedCredentials): NotFetched => {
  if (error instanceof NotFetched) return error
  const message = error instanceof Error ? error.message : ''
  if (/authentication methods failed/i.test(message))
    return new NotFetched('login-refused', `The SFTP server refuses the ${proofOf(credentials)}.`)
  if (/no such file/i.test(message)) return new NotFetched('not-found', 'The SFTP server has no such file.')
  if (/permission denied/i.test(message))
    return new NotFetched('not-found', 'The SFTP server does not let this user read the file.')
  return new NotFetched('unreachable', 'The SFTP server cannot be reached, or speaks no SFTP.')
}

/** Answers the one prompt of a login by keyboard with the password; a second one may ask for something else, such as a code. */
const answerPrompt = (client: SftpClient, password: string): void => {
  let isAnswered = false
  client.on(
    'keyboard-interactive',
    (_name: string, _text: string, _language: string, prompts: unknown[], answer: (answers: string[]) => void) => {
      answer(!isAnswered && prompts.length === 1 ? [password] : [])
      isAnswered = true
    },
  )
}

/** A feed over SFTP. The server's key is not checked, as the interface has no place for it. Throws NotFetched. `signal` ends the connection at any time. */
export const overSftp = async (
  { url, portNumber }: FeedAddress,
  credentials: FeedCredentials,
  egress: Egress,
  signal: AbortSignal,
): Promise<Transfer> => {
  const { username = '', password, privateKey } = credentials
  const key = privateKey === undefined ? undefined : sshKeyOf(privateKey)
  const { hostname, port: given, pathname } = new URL(url)
  const port = Number(given || portNumber || 22)
  const sock = await connectedTo(await addressOf(hostname, port, egress), port)
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
  if (password !== undefined) answerPrompt(client, password)
  try {
    signal.throwIfAborted()
    await client.connect({
      sock,
      username,
      readyTimeout: readyMs,
      // 35 kB of packed zeros would be 35 MB, unpacked at once on the thread that answers
      algorithms: { kex, compress: ['none'] },
      ...(password === undefined ? {} : { password, tryKeyboard: true }),
      ...(key === undefined ? {} : { privateKey: key }),
    })
    before = await size()
    signal.throwIfAborted()
  } catch (error) {
    sock.destroy()
    throw faultOf(error, credentials)
  }
  const body = new PassThrough()
  // it may fail before it is read; whoever reads it gets the error then
  body.on('error', () => undefined)
  body.once('close', end)
  const file = client.createReadStream(path, { autoClose: true, highWaterMark: chunkBytes })
  file.on('error', (error: unknown) => body.destroy(faultOf(error, credentials)))
  let received = 0
  // each byte was in a buffer of the socket and in one of its packet before
  file.on('data', (chunk: Buffer) => {
    received += chunk.length
    noteBytes(2 * chunk.length)
  })
  file.once('end', () => {
    size()
      .then(after => {
        mustBeComplete(received, before, after)
        body.end()
      })
      .catch(error => body.destroy(faultOf(error, credentials)))
  })
  file.pipe(body, { end: false })
  return { body, isWhole: before !== undefined, warnings: [] }
}
