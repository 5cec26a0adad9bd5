import { Readable } from 'node:stream'

/**
 * The first bytes of a stream (at least `wanted`, or all there are), and the whole stream again with these at its head.
 * Destroying that one destroys the other.
 */
export const beginningOf = async (
  body: Readable,
  wanted: number,
): Promise<{ readonly beginning: Buffer; readonly whole: Readable }> => {
  const chunks: Buffer[] = []
  let length = 0
  const rest: AsyncIterator<Buffer> = body[Symbol.asyncIterator]()
  while (length < wanted) {
    const { value, done } = await rest.next()
    if (done) break
    chunks.push(value)
    length += value.length
  }
  const beginning = Buffer.concat(chunks)
  async function* all() {
    try {
      if (beginning.length > 0) yield beginning
      for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
    } finally {
      body.destroy()
    }
  }
  return { beginning, whole: Readable.from(all(), { objectMode: false }) }
}
