import { connect } from 'node:net'

/** Takes the time of one answer. `status`: of HTTP. */
export type OnAnswer = (status: number, milliseconds: number) => void

const endOfHead = Buffer.from('\r\n\r\n')

/** Bytes of the answer that begins the buffer; undefined while its head is not whole. */
const lengthOf = (received: Buffer): number | undefined => {
  const end = received.indexOf(endOfHead)
  if (end < 0) return undefined
  const length = /\r\ncontent-length: *(\d+)/i.exec(received.toString('latin1', 0, end + 2))
  if (!length) throw new Error('an answer has no Content-Length')
  return end + 4 + Number(length[1])
}

/**
 * One keep-alive connection that sends the next request when the last is answered, until `until` (performance.now()). It writes
 * ready bytes and looks at little of the answer: whatever the load costs is taken from the servers on the same cores.
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
