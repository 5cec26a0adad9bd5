import type { Readable, Writable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ConnectOverCDPTransport } from 'playwright-core'

/** The longest message: twice the largest screenshot. Playwright's own pipe ends the node at a longer one, which any page can send. */
const longestMessage = 256 * 1024 * 1024

/**
 * Chromium's pipe: one JSON text for each message, with a zero byte behind it. Each is handled in a turn of its own: Playwright relies on all that
 * follows from a message before the next, and requests have their turns between. Nothing is read meanwhile, so that a flood waits inside
 * Chromium. `onBroken`: a message is too long or cannot be understood, so the connection ends.
 */
export const pipeTransport = (
  output: Writable,
  input: Readable,
  onBroken: (reason: unknown) => void,
): ConnectOverCDPTransport => {
  let ended = false
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
  let pending: Buffer[] = []
  const receive = async (chunk: Buffer): Promise<void> => {
    let start = 0
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, start)) {
      const text = Buffer.concat([...pending, chunk.subarray(start, end)]).toString()
      pending = []
      start = end + 1
      await nextTurn()
      transport.onmessage?.(JSON.parse(text))
    }
    pending.push(chunk.subarray(start))
    if (pending.reduce((sum, { length }) => sum + length, 0) > longestMessage)
      throw new Error(`a message has more than ${longestMessage} bytes`)
  }
  const handle = async (): Promise<void> => {
    let failure: unknown
    try {
      for await (const chunk of input)
        await receive(chunk).catch(error => {
          failure = error
          throw error
        })
    } catch {
      // the pipe may break as Chromium ends; a message that cannot be handled would end the node
      if (failure !== undefined) onBroken(failure)
    }
    ended = true
    // what follows from the last message needs the pages of before
    await nextTurn()
    transport.onclose?.()
  }
  void handle()
  // it is closed already when Chromium has ended: `input` reports that
  output.on('error', () => input.destroy())
  return transport
}
