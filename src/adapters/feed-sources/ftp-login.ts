import { isIP } from 'node:net'
import { type Client, FTPError } from 'basic-ftp'
import { affordableCiphers } from '../fetcher/connecting.ts'
import { connectTimeoutMs, isUntrusted, untrusted } from '../fetcher/refused.ts'
import { NotFetched } from './fault.ts'

export type FtpServer = {
  /** As the address names it: its certificate must be for it. */
  readonly host: string
  /** What it was resolved to. */
  readonly address: string
  readonly port: number
}
type Login = { readonly username: string; readonly password: string }

/** Whether a refusal says that the server wants encryption, as vsftpd, ProFTPD, Pure-FTPd, FileZilla Server and IIS do. */
const demandsTls = (error: unknown, { username }: Login): boolean =>
  error instanceof FTPError &&
  (error.code === 534 ||
    // a refusal may repeat the name
    /\b(?:SSL|TLS|FTPS|AUTH|encrypt\w*|cleartext)\b/i.test(error.message.replaceAll(username, '')))

/** Whether FEAT, which most servers answer before a login, lists AUTH TLS; IIS lists it as `AUTH TLS;TLS-C;SSL;TLS-P;`. */
const offersTls = async (client: Client): Promise<boolean> => {
  const { message } = await client.sendIgnoringError('FEAT')
  return message.split('\n').some(line => /^\s{0,4}AUTH\b/i.test(line) && /\bTLS\b/i.test(line))
}

/** Rejects when `signal` aborts: a client that is closed within a handshake never says so. */
const until = async <A>(signal: AbortSignal, work: Promise<A>): Promise<A> => {
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** Begins TLS with a certificate that is checked against the name of the server. Why it cannot, if so; the client is of no more use then. */
const encrypted = async (client: Client, { host }: FtpServer, signal: AbortSignal): Promise<string | undefined> => {
  const bare = host.replace(/^\[|\]$/g, '')
  const options = { host: bare, ciphers: affordableCiphers, ...(isIP(bare) === 0 ? { servername: bare } : {}) }
  try {
    await until(AbortSignal.any([signal, AbortSignal.timeout(connectTimeoutMs)]), client.useTLS(options))
    return undefined
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof FTPError) return `it does not offer it (AUTH TLS was answered with ${error.code})`
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer'
    return isUntrusted(code) ? `its certificate ${untrusted(code)}` : `the TLS handshake failed (${code})`
  }
}

const connect = async (client: Client, { address, port }: FtpServer, signal: AbortSignal): Promise<void> => {
  // connecting would open a client again that the signal has closed
  signal.throwIfAborted()
  await client.connect(address, port)
}

const logIn = async (client: Client, { username, password }: Login): Promise<void> => {
  // for names in other letters; many servers take it only after the login
  await client.sendIgnoringError('OPTS UTF8 ON')
  await client.login(username, password)
  await client.useDefaultSettings()
}

/**
 * Connects and logs in, encrypted if the server offers or demands it; gives warnings. A login goes over a plain connection only where the server
 * does not demand encryption, and cannot prove by a certificate who it is. Throws NotFetched, or what the client throws.
 */
export const ftpLogin = async (
  client: Client,
  server: FtpServer,
  login: Login,
  signal: AbortSignal,
): Promise<readonly string[]> => {
  await connect(client, server, signal)
  const isOffered = await offersTls(client)
  let fault = isOffered ? await encrypted(client, server, signal) : undefined
  if (isOffered && fault === undefined) {
    await logIn(client, login)
    return []
  }
  try {
    if (isOffered) await connect(client, server, signal)
    await logIn(client, login)
    return fault === undefined
      ? []
      : [`The feed was read, and its login sent, without encryption: the FTP server announces TLS, but ${fault}.`]
  } catch (error) {
    if (!demandsTls(error, login)) throw error
  }
  if (!isOffered) {
    await connect(client, server, signal)
    fault = await encrypted(client, server, signal)
  }
  if (fault !== undefined)
    throw new NotFetched('refused', `The FTP server demands an encrypted connection, but ${fault}.`)
  await logIn(client, login)
  return []
}
