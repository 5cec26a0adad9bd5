import { createHash } from 'node:crypto'
import { type Directory, type Frame, footerOf, fromCharacters, packed, type Row } from './frames.ts'

/** A frame is closed at so many rows or characters: small enough to read one page from, large enough to compress well. */
const most = { rows: 256, characters: 262_144 }

/** What a row file holds, known when it is complete. */
export type Written = { rows: number; digest: string }

/** A frame whose rows are complete, and that is being compressed. */
type Closed = Omit<Frame, 'length'> & { readonly bytes: Promise<Buffer> }

/** Texts as bytes, each in the memory of the one before, which waits for no collector. */
const reusedMemory = () => {
  let memory = Buffer.alloc(0)
  return (text: string): Buffer => {
    const bytes = Buffer.byteLength(text)
    if (memory.length < bytes) memory = Buffer.allocUnsafeSlow(bytes)
    return memory.subarray(0, memory.write(text))
  }
}

/**
 * The bytes of a row file (ADR 0048): frames of some hundred compressed rows, then a directory of the frames. `columns` may still grow
 * while rows are written; cells that a row lacks at its end are empty. Fills in `written`. `isSorted`: the rows come in the order of their
 * first cells, by which they can then be found.
 */
export async function* rowFileOf(
  columns: readonly string[],
  rows: AsyncIterable<Row> | Iterable<Row>,
  written: Written,
  { isSorted = false }: { readonly isSorted?: boolean } = {},
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  const frames: Frame[] = []
  const bytesOf = reusedMemory()
  let lines: string[] = []
  let characters = 0
  let first = ''
  const closed = (): Closed => {
    const text = bytesOf(lines.join(''))
    hash.update(text)
    const from = isSorted ? { from: first.slice(0, fromCharacters) } : {}
    const frame = { rows: lines.length, text: text.length, ...from, bytes: packed(text) }
    // a reader that ends early waits for it no more
    frame.bytes.catch(() => undefined)
    written.rows += lines.length
    lines = []
    characters = 0
    return frame
  }
  const done = async ({ bytes, ...closedFrame }: Closed): Promise<Buffer> => {
    const frame = await bytes
    frames.push({ ...closedFrame, length: frame.length })
    return frame
  }
  // a frame is compressed by another thread while the rows of the next one are read, and done before that is closed
  let last: Closed | undefined
  for await (const row of rows) {
    if (lines.length === 0) first = row[0] ?? ''
    const line = `${JSON.stringify(row)}\n`
    lines.push(line)
    characters += line.length
    if (lines.length < most.rows && characters < most.characters) continue
    if (last) yield await done(last)
    last = closed()
  }
  if (last) yield await done(last)
  if (lines.length > 0) yield await done(closed())
  const directory = await packed(Buffer.from(JSON.stringify({ columns, frames } satisfies Directory)))
  yield directory
  yield footerOf(directory.length)
  written.digest = hash.update(JSON.stringify(columns)).digest('hex')
}
