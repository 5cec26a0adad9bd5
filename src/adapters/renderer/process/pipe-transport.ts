import type { Readable, Writable } from 'node:stream'
import type { ConnectOverCDPTransport } from 'playwright-core'

/** Bytes that wait to be handled; above it nothing more is read, so that the flood waits inside Chromium. */
const mostWaiting = 4 * 1024 * 1024
/** The longest message: twice the largest screenshot. A longer one ends the connection. */
const longestMessage = 256 * 1024 * 1024

type Message = { readonly text: string; readonly bytes: number }

/**
 * Chromium's pipe: one JSON text for each message, with a zero byte behind it. Messages arrive in order. `onBroken`: a
 * message is too long or cannot be understood, so the connection ends.
 */
export const pipeTransport = (
  output: Writable,
  input: Readable,
  onBroken: (reason: unknown) => void,
): ConnectOverCDPTransport => {
  const waiting: Message[] = []
  let waitingBytes = 0
  let pending: Buffer[] = []
  let pendingBytes = 0
  let scheduled = false
  let ended = false

  const breakOff = (reason: unknown) => {
    onBroken(reason)
    waiting.splice(0)
    input.destroy()
  }
  // one in a turn: Playwright relies on all that follows from a message before the next, and requests have their turns between
  const handle = () => {
    scheduled = false
    const next = waiting.shift()
    // the end has a turn of its own too: what follows from the last message needs the pages of before
    if (next === undefined && ended) return transport.onclose?.()
    if (next !== undefined) {
      waitingBytes -= next.bytes
      try {
        transport.onmessage?.(JSON.parse(next.text))
      } catch (error) {
        // it would end the node
        breakOff(error)
      }
    }
    if (waiting.length > 0 || ended) schedule()
    if (waitingBytes <= mostWaiting) input.resume()
  }
  const schedule = () => {
    if (scheduled) return
    scheduled = true
    setImmediate(handle)
  }
  const receive = (chunk: Buffer) => {
    let start = 0
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, start)) {
      const whole =
        pending.length === 0 ? chunk.subarray(start, end) : Buffer.concat([...pending, chunk.subarray(0, end)])
      pending = []
      pendingBytes = 0
      waiting.push({ text: whole.toString(), bytes: whole.length })
      waitingBytes += whole.length
      start = end + 1
    }
    if (start < chunk.length) pending.push(chunk.subarray(start))
    pendingBytes += chunk.length - start
    if (pendingBytes > longestMessage) breakOff(new Error(`a message has more than ${longestMessage} bytes`))
    if (waitingBytes > mostWaiting) input.pause()
    schedule()
  }
  const close = () => {
    if (ended) return
    ended = true
    schedule()
  }
  input.on('data', receive).on('close', close).on('error', close)
  // it is closed already when Chromium has ended: `input` reports that
  output.on('error', close)

  const transport: ConnectOverCDPTransport = {
    send(message) {
      if (ended) throw new Error('Chromium has ended')
      output.write(`${JSON.stringify(message)}\0`)
    },
    close() {
      output.end()
      input.destroy()
    },
  }
  return transport
}
