import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'

/** A request that has arrived, with its headers in lower case. */
export type Received = { readonly headers: Readonly<Record<string, string>>; readonly body: string }
/** What the receiver does with the connection of a request. */
export type Reacts = (socket: Socket) => void

/** Answers with a status and nothing else. */
export const answers =
  (status: number, headers = ''): Reacts =>
  socket =>
    void socket.end(`HTTP/1.1 ${status} X\r\n${headers}Content-Length: 0\r\nConnection: close\r\n\r\n`)

/** A receiver of webhooks that reacts to each request as a test says; 204 by default. It speaks HTTP itself, so that it can do so wrongly. */
export const startReceiver = async () => {
  const received: Received[] = []
  const sockets = new Set<Socket>()
  let next: Reacts[] = []
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    let text = ''
    socket.on('data', chunk => {
      text += chunk.toString()
      const end = text.indexOf('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)
      if (end < 0 || Buffer.byteLength(text.slice(end + 4)) < length) return
      const lines = text.slice(0, end).split('\r\n').slice(1)
      const headers = lines.map(line => [line.split(': ')[0]!.toLowerCase(), line.split(': ')[1] ?? ''] as const)
      received.push({ headers: Object.fromEntries(headers), body: text.slice(end + 4) })
      text = ''
      ;(next.shift() ?? answers(204))(socket)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    url: `http://${host}/hook?token=s3cret`,
    received: received as readonly Received[],
    /** How the next requests are answered. */
    willReact(...reactions: readonly Reacts[]): void {
      next = [...reactions]
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
export type Receiver = Awaited<ReturnType<typeof startReceiver>>
