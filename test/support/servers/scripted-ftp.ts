import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'

type Script = {
  /** What each path that is asked for has. */
  readonly files: Readonly<Record<string, string>>
  /** The answer to a command, instead of the usual one; `%d` stands for two numbers of the passive port. `line`: the whole command. */
  readonly answer?: (line: string, isEncrypted: boolean) => string | undefined
  /** For explicit TLS; without one AUTH is unknown. */
  readonly certificate?: { readonly key: Buffer; readonly cert: Buffer } | undefined
  /** Commands that need an encrypted connection are refused so. */
  readonly demand?: { readonly command: 'USER' | 'PASS'; readonly reply: string }
}

const listening = async (server: Server): Promise<number> => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

/** An FTP server that speaks as a test says; `seen` has the commands that it got, those over TLS after `tls `. */
export const startScriptedFtp = async ({ files, answer, certificate, demand }: Script) => {
  const seen: string[] = []
  const open = new Set<Socket>()
  const keep = (socket: Socket) => {
    open.add(socket)
    socket.on('error', () => undefined).once('close', () => open.delete(socket))
  }
  let waiting = Promise.withResolvers<Socket>()
  const data = createServer(socket => {
    keep(socket)
    waiting.resolve(socket)
  })
  const dataPort = await listening(data)
  const passive = `${Math.floor(dataPort / 256)},${dataPort % 256}`
  const encrypted = (socket: Socket): Socket => {
    const secured = new TLSSocket(socket, { isServer: true, ...certificate })
    keep(secured)
    return secured
  }
  const usual = (verb: string, path: string): string => {
    if (verb === 'FEAT') return certificate && !demand ? '211-Features:\r\n AUTH TLS\r\n SIZE\r\n211 End' : '502 none'
    if (verb === 'USER') return '331 password'
    if (verb === 'PASS') return '230 welcome'
    if (verb === 'SIZE') return path in files ? `213 ${files[path]?.length}` : '550 no such file'
    if (verb === 'EPSV') return `229 passive (|||${dataPort}|)`
    return verb === 'AUTH' ? '502 unknown' : '200 done'
  }
  const send = async (control: Socket, bytes: string, isProtected: boolean) => {
    control.write('150 begin\r\n')
    const raw = await waiting.promise
    waiting = Promise.withResolvers()
    const socket = isProtected ? encrypted(raw) : raw
    socket.resume().end(bytes)
    socket.once('close', () => control.write('226 complete\r\n'))
  }
  const talk = (control: Socket, isEncrypted: boolean) => {
    let isProtected = false
    control.setEncoding('utf8').on('data', (lines: string) => {
      for (const line of lines.split('\r\n').filter(text => text !== '')) {
        seen.push(isEncrypted ? `tls ${line}` : line)
        const [verb = '', ...rest] = line.split(' ')
        const path = rest.join(' ')
        const own = answer?.(line, isEncrypted)?.replace('%d', passive)
        if (verb === 'PROT') isProtected = path === 'P'
        if (own !== undefined) control.write(`${own}\r\n`)
        else if (verb === demand?.command && !isEncrypted) control.write(`${demand.reply}\r\n`)
        else if (verb === 'AUTH' && certificate) {
          control.removeAllListeners('data')
          control.write('234 begin\r\n')
          return talk(encrypted(control), true)
        } else if (verb === 'RETR' && files[path] !== undefined) void send(control, files[path], isProtected)
        else control.write(`${verb === 'RETR' ? '550 no such file' : usual(verb, path)}\r\n`)
      }
    })
  }
  const server = createServer(socket => {
    keep(socket)
    socket.write('220 ready\r\n')
    talk(socket, false)
  })
  const port = await listening(server)
  return {
    port,
    dataPort,
    host: `127.0.0.1:${port}`,
    seen: seen as readonly string[],
    async stop() {
      for (const socket of open) socket.destroy()
      await Promise.all([data, server].map(each => new Promise(done => each.close(done))))
    },
  }
}
