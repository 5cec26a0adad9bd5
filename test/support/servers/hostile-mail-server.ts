import type { Socket } from 'node:net'
import { withListener } from './mail-server.ts'

/**
 * What the server does with a recipient: `defers` and `refuses` name the address in their reply, `drips` never ends it. `keeps` takes the mail,
 * and hangs up before it says so; `ponders` takes it and says nothing.
 */
export type Treatment = 'accepts' | 'defers' | 'refuses' | 'drips' | 'hangs up' | 'keeps' | 'ponders'

export type Hostile = {
  readonly port: number
  /** Addresses of the accepted mails. */
  readonly accepted: readonly string[]
  /** Recipients in the order of their tries. */
  readonly tried: readonly string[]
  /** true: the server turns every client away. */
  closed: boolean
}

/** Writes a line of an endless reply every few milliseconds, until the client goes away. */
const drip = (socket: Socket): void => {
  if (socket.destroyed) return
  socket.write('250-one moment\r\n')
  setTimeout(drip, 5, socket)
}

/** A mail server on a free loopback port that treats each recipient as the test says. */
export const withHostileServer = (
  treats: (address: string) => Treatment,
  work: (server: Hostile) => Promise<void>,
): Promise<void> => {
  const accepted: string[] = []
  const tried: string[] = []
  const server = { port: 0, accepted, tried, closed: false }
  const rcpt: Readonly<Record<Treatment, (address: string, socket: Socket) => void>> = {
    accepts: (_, socket) => socket.write('250 fine\r\n'),
    keeps: (_, socket) => socket.write('250 fine\r\n'),
    ponders: (_, socket) => socket.write('250 fine\r\n'),
    defers: (address, socket) => socket.write(`450 4.2.0 <${address}> is greylisted\r\n`),
    refuses: (address, socket) => socket.write(`550 5.1.1 there is no ${address}\r\n`),
    drips: (_, socket) => drip(socket),
    'hangs up': (_, socket) => socket.destroy(),
  }
  const connected = (socket: Socket): void => {
    if (server.closed) return void socket.end('421 come back later\r\n')
    let unread = ''
    let body = false
    let address = ''
    socket.write('220 mail.test ESMTP\r\n')
    socket.on('data', chunk => {
      unread += chunk.toString('latin1')
      if (body) {
        if (!unread.endsWith('\r\n.\r\n')) return
        body = false
        unread = ''
        accepted.push(address)
        if (treats(address) === 'keeps') socket.destroy()
        else if (treats(address) !== 'ponders') socket.write('250 queued\r\n')
        return
      }
      for (let end = unread.indexOf('\r\n'); end >= 0; end = unread.indexOf('\r\n')) {
        const line = unread.slice(0, end)
        unread = unread.slice(end + 2)
        const to = /^RCPT TO:<([^>]*)>/i.exec(line)?.[1]
        if (to !== undefined) {
          address = to
          tried.push(to)
          rcpt[treats(to)](to, socket)
        } else if (/^DATA/i.test(line)) {
          body = true
          socket.write('354 go on\r\n')
        } else socket.write('250 mail.test\r\n')
      }
    })
  }
  return withListener(connected, port => {
    server.port = port
    return work(server)
  })
}
