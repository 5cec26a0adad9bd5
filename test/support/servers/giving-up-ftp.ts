import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

const replies: Readonly<Record<string, string>> = { USER: '331 password', PASS: '230 welcome', FEAT: '502 none' }

const listening = async (server: Server): Promise<number> => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

/**
 * An FTP server that sends the same bytes for every file, closes the connection of the data in order, and replies last as a test says. It states
 * the size of the file as `sizes` say, one for each time that it is asked; without, it has no such command.
 */
export const startGivingUpFtp = async (bytes: string, lastReply: string, sizes: readonly number[] = []) => {
  const left = [...sizes]
  const open = new Set<Socket>()
  const held = (socket: Socket) => {
    open.add(socket)
    socket.on('error', () => undefined).once('close', () => open.delete(socket))
  }
  let control: Socket | undefined
  const data = createServer(socket => {
    held(socket)
    control?.write('150 begin\r\n')
    socket.resume().end(bytes)
    // its client has read all of the data by then
    socket.once('close', () => control?.write(lastReply))
  })
  const dataPort = await listening(data)
  const server = createServer(socket => {
    held(socket)
    control = socket
    socket.write('220 ready\r\n')
    socket.setEncoding('utf8').on('data', (lines: string) => {
      for (const line of lines.split('\r\n').filter(text => text !== '')) {
        const [verb = ''] = line.split(' ')
        if (verb === 'EPSV') socket.write(`229 passive (|||${dataPort}|)\r\n`)
        else if (verb === 'SIZE') socket.write(left.length > 0 ? `213 ${left.shift()}\r\n` : '502 none\r\n')
        else if (verb !== 'RETR') socket.write(`${replies[verb] ?? '200 done'}\r\n`)
      }
    })
  })
  return {
    host: `127.0.0.1:${await listening(server)}`,
    open: open as ReadonlySet<Socket>,
    async stop() {
      for (const socket of open) socket.destroy()
      await Promise.all([data, server].map(each => new Promise(done => each.close(done))))
    },
  }
}
