import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { Limits } from '../../../src/adapters/mailer/patience.ts'
import { smtpMailer } from '../../../src/adapters/mailer/smtp.ts'
import type { Mail, Mailer, MailFailure } from '../../../src/ports/mailer.ts'

export const mail = (more: Partial<Mail> = {}): Mail => ({
  messageId: 'approval-acme-7-1-a1',
  to: { name: 'Ann Approver', address: 'ann@example.com' },
  subject: 'Please approve: Spring',
  text: 'Hello Ann,\n\nhttp://ads.test/approvals/token\n',
  html: '<p>Hello Ann</p>',
  inline: [],
  ...more,
})

export type Received = { readonly from: string; readonly to: readonly string[]; readonly raw: string }

/** A mailer to a server of these tests. */
export const mailerTo = (smtpUrl: string, more: Partial<Limits> = {}): Mailer =>
  smtpMailer({ smtpUrl, mailFrom: 'Endcap <endcap@ads.test>', domain: 'ads.test', ...more })

/** Sends with a new mailer, closed afterwards. */
export const sendTo = async (
  smtpUrl: string,
  sent: Mail = mail(),
  { signal, ...more }: Partial<Limits> & { readonly signal?: AbortSignal } = {},
): Promise<MailFailure | undefined> => {
  const mailer = mailerTo(smtpUrl, more)
  try {
    return await mailer.send(sent, signal)
  } finally {
    await mailer.close()
  }
}

/** A mail server on a free loopback port that stores accepted mails. By default it offers no TLS and requires no login. */
export const withMailServer = async (
  options: SMTPServerOptions,
  work: (server: { readonly port: number; readonly received: readonly Received[] }) => Promise<void>,
): Promise<void> => {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: options.onAuth ? [] : ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onData(stream, session, done) {
      const { mailFrom, rcptTo } = session.envelope
      buffer(stream).then(raw => {
        const from = mailFrom === false ? '' : mailFrom.address
        received.push({ from, to: rcptTo.map(r => r.address), raw: raw.toString() })
        done()
      }, done)
    },
    ...options,
  })
  // some tests test a client that disconnects while it is refused
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  try {
    await work({ port: (server.server.address() as AddressInfo).port, received })
  } finally {
    await new Promise<void>(resolve => server.close(() => resolve()))
  }
}

/** A server that is not a mail server: it handles each connection with the given function. */
export const withListener = async (
  connected: (socket: Socket) => void,
  work: (port: number) => Promise<void>,
): Promise<void> => {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    connected(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    await work((server.address() as AddressInfo).port)
  } finally {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  }
}

export type Part = {
  readonly headers: ReadonlyMap<string, string>
  readonly body: Buffer
  readonly parts: readonly Part[]
}

const bodyOf = (encoding: string, text: string): Buffer => {
  if (encoding === 'base64') return Buffer.from(text, 'base64')
  if (encoding !== 'quoted-printable') return Buffer.from(text)
  const plain = text.replace(/=\r\n/g, '')
  return Buffer.from(
    plain.replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
}

/** A parsed mail (RFC 5322, 2045): headers by lower-case name, decoded bodies, parts of a multipart. */
export const readMime = (raw: string): Part => {
  const end = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = new Map<string, string>()
  for (const line of lines) {
    const colon = line.indexOf(':')
    headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim())
  }
  const rest = raw.slice(end + 4)
  const boundary = /^multipart\/.*boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1]
  const inner = boundary === undefined ? [] : rest.split(`--${boundary}`).slice(1, -1)
  return {
    headers,
    body: bodyOf(headers.get('content-transfer-encoding') ?? '', rest),
    parts: inner.map(part => readMime(part.replace(/^\r\n/, '').replace(/\r\n$/, ''))),
  }
}

/** All parts of a mail except multiparts, in order. */
export const leavesOf = (part: Part): readonly Part[] =>
  part.parts.length === 0 ? [part] : part.parts.flatMap(leavesOf)

/** The content type of a part without its parameters. */
export const typeOf = (part: Part): string => part.headers.get('content-type')?.split(';')[0] ?? ''
