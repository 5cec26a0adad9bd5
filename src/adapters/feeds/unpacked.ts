import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { createGunzip, constants as zlib } from 'node:zlib'
import { type Entry, openPromise } from 'yauzl'
import { beginningOf } from '../files/beginning-of.ts'
import { Unreadable } from './unreadable.ts'

/** Bytes that tell a packed file. */
const signatureBytes = 4

const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b
const isZip = (bytes: Buffer): boolean => bytes.toString('latin1', 0, signatureBytes) === 'PK\u0003\u0004'

/** Whether bytes begin a gzip or ZIP file. */
export const isPacked = (bytes: Buffer): boolean => isGzip(bytes) || isZip(bytes)

/** What macOS and Windows add to the folders that people pack. */
const isAdded = (path: string): boolean =>
  path.startsWith('__MACOSX/') ||
  path.split('/').some(part => part.startsWith('.') && part !== '.' && part !== '..') ||
  /(?:^|\/)(?:thumbs\.db|desktop\.ini)$/i.test(path)

/** Whether an entry of a ZIP can be the feed: a file that a person put there. */
const isFeed = ({ fileName }: Entry): boolean => !fileName.endsWith('/') && !isAdded(fileName)
const mostEntries = 1_000

const badZip = (error: unknown): Unreadable =>
  error instanceof Unreadable
    ? error
    : new Unreadable(
        'malformed-archive',
        `The ZIP cannot be read: ${error instanceof Error ? error.message : error}`.replace(/\.?$/, '.'),
      )

/** The bytes of the file in a ZIP, which may be other than the directory says. */
async function* readable(body: Readable): AsyncGenerator<Buffer> {
  try {
    yield* body
  } catch (error) {
    throw badZip(error)
  }
}

const unzipped = async (path: string): Promise<AsyncIterable<Buffer>> => {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch(error => {
    throw badZip(error)
  })
  try {
    const found: Entry[] = []
    let entries = 0
    for await (const entry of zip.eachEntry()) {
      if (++entries > mostEntries)
        throw new Unreadable('malformed-archive', `The ZIP has more than ${mostEntries} entries.`)
      if (isFeed(entry)) found.push(entry)
    }
    if (found.some(({ fileName }) => fileName === 'xl/workbook.xml'))
      throw new Unreadable('malformed-archive', 'The feed is an Excel workbook. Save it as CSV.')
    const [feed] = found
    if (feed === undefined || found.length > 1)
      throw new Unreadable('malformed-archive', `The ZIP has ${found.length} files; it must have exactly one.`)
    const body = await zip.openReadStreamPromise(feed)
    body.once('close', () => zip.close())
    return readable(body)
  } catch (error) {
    zip.close()
    throw badZip(error)
  }
}

/** Bytes of a file that are read in one go. */
const atOnce = 262_144

/** The bytes of a file part by part, each in the memory of the one before, which waits for no collector. */
async function* readInPlace(path: string): AsyncGenerator<Buffer> {
  const file = await open(path)
  try {
    const memory = Buffer.allocUnsafeSlow(atOnce)
    for (;;) {
      const { bytesRead } = await file.read(memory, 0, atOnce)
      if (bytesRead === 0) return
      yield memory.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

const plainBytes = async (path: string, cut: boolean): Promise<AsyncIterable<Buffer>> => {
  const beginning = await beginningOf(path, signatureBytes)
  if (isZip(beginning)) return unzipped(path)
  if (!isGzip(beginning)) return readInPlace(path)
  const file = createReadStream(path, { highWaterMark: atOnce })
  // of the beginning of a file all that can be unpacked is
  const gunzip = createGunzip(cut ? { finishFlush: zlib.Z_SYNC_FLUSH } : {})
  file.on('error', error => gunzip.destroy(error))
  return file.pipe(gunzip)
}

const broken = (error: unknown): unknown => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code.startsWith('Z_')
    ? new Unreadable('malformed-archive', 'The feed is packed, and cannot be unpacked.')
    : error
}

/**
 * The bytes of a feed, unpacked: gzip and ZIP are recognised by their first bytes. Each part must be read before the next. Throws Unreadable for
 * an archive that is broken or has another number of files than one. `cut`: the file is only the beginning of the feed.
 */
export async function* unpacked(path: string, cut: boolean): AsyncGenerator<Buffer> {
  try {
    yield* await plainBytes(path, cut)
  } catch (error) {
    throw broken(error)
  }
}
