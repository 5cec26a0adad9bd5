import { connect } from 'node:net'

/** Receives the latency of one response. `status`: the HTTP status. */
export type OnAnswer = (status: number, milliseconds: number) => void

const endOfHead = Buffer.from('\r\n\r\n')

/** Length of the response at the start of the buffer; undefined while its head is incomplete. */
const lengthOf = (received: Buffer): number | undefined => {
  const end = received.indexOf(endOfHead)
  if (end < 0) return undefined
  const length = /\r\ncontent-length: *(\d+)/i.exec(received.toString('latin1', 0, end + 2))
  if (!length) throw new Error('a response has no Content-Length')
  return end + 4 + Number(length[1])
}

/**
 * One keep-alive connection that sends the next request after each response, until `until` (performance.now()). It
 * writes prepared bytes and parses little of the response, because the load takes CPU from the servers on the same
 * cores.
 */
export const drive = (
  port: number,
  requests: readonly Buffer[],
  until: () => number,
  onAnswer: OnAnswer,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let received: Buffer | undefined
    let sentAt = 0
    let next = 0
    const send = () => {
      sentAt = performance.now()
      socket.write(requests[next]!)
      next = (next + 1) % requests.length
    }
    socket.setNoDelay(true)
    socket.on('connect', send)
    socket.on('data', chunk => {
      received = received === undefined ? chunk : Buffer.concat([received, chunk])
      const length = lengthOf(received)
      if (length === undefined || received.length < length) return
      const now = performance.now()
      onAnswer((received[9]! - 48) * 100 + (received[10]! - 48) * 10 + received[11]! - 48, now - sentAt)
      received = undefined
      if (now < until()) send()
      else socket.end()
    })
    socket.on('error', reject)
    socket.on('close', () => resolve())
  })
