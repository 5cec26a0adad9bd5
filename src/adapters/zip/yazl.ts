import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { ZipEntry, Zipper } from '../../ports/zip.ts'

// a fixed time: the same content produces the same bytes
const mtime = new Date(Date.UTC(1980, 0, 1))
const options = { mtime, mode: 0o100644, forceDosTimestamp: true } as const

const manifestLine = ({ bytes, ...entry }: ZipEntry) => ({
  ...entry,
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
})

const write = async (zip: ZipFile, out: PassThrough, entries: AsyncIterable<ZipEntry>): Promise<void> => {
  const files: ReturnType<typeof manifestLine>[] = []
  for await (const entry of entries) {
    files.push(manifestLine(entry))
    // images and videos are already compressed
    zip.addBuffer(entry.bytes, entry.name, { ...options, compress: false })
    if (out.writableNeedDrain) await once(out, 'drain')
  }
  zip.addBuffer(Buffer.from(`${JSON.stringify({ files }, null, 2)}\n`), 'manifest.json', options)
  zip.end()
}

/** Writes ZIPs with yazl while their files are produced, so that memory use does not grow with their number. */
export const zipOf: Zipper = (entries): Readable => {
  const zip = new ZipFile()
  const out = new PassThrough()
  zip.outputStream.on('error', error => out.destroy(error))
  zip.outputStream.pipe(out)
  write(zip, out, entries).catch(error => out.destroy(error))
  return out
}
