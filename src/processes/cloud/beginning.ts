import { Readable } from 'node:stream'

/**
 * Reads the first bytes of a stream: at least `wanted`, or all of them if there are fewer. `whole` is the complete stream,
 * these bytes included; destroying it destroys `body`. `received` is called with the size of each part that arrives.
 */
export const beginningOf = async (
  body: Readable,
  wanted: number,
  received: (bytes: number) => void = () => undefined,
): Promise<{ readonly beginning: Buffer; readonly whole: Readable }> => {
  const chunks: Buffer[] = []
  let length = 0
  const rest: AsyncIterator<Buffer> = body[Symbol.asyncIterator]()
  while (length < wanted) {
    const { value, done } = await rest.next()
    if (done) break
    chunks.push(value)
    length += value.length
    received(value.length)
  }
  const beginning = Buffer.concat(chunks)
  async function* all() {
    try {
      if (beginning.length > 0) yield beginning
      for (let next = await rest.next(); !next.done; next = await rest.next()) {
        received(next.value.length)
        yield next.value
      }
    } finally {
      body.destroy()
    }
  }
  return { beginning, whole: Readable.from(all(), { objectMode: false }) }
}
