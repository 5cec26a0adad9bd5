import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { createGunzip, constants as zlib } from 'node:zlib'
import { type Entry, openPromise } from 'yauzl'
import type { characterEncodings } from '../../domain/asset-sources/feed-format.ts'
import { beginningOf } from '../files/beginning-of.ts'
import { Unreadable } from './unreadable.ts'

type Encoding = (typeof characterEncodings)[number]

/** Bytes that tell a packed file. */
const signatureBytes = 4

const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b
const isZip = (bytes: Buffer): boolean => bytes.toString('latin1') === 'PK\u0003\u0004'

/** The one file of a ZIP; folders and what macOS adds do not count. */
const isFeed = ({ fileName }: Entry): boolean => !fileName.endsWith('/') && !fileName.startsWith('__MACOSX/')
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

/** The bytes of a feed, unpacked; each part must be read before the next. */
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

const labels = { UTF_8: 'utf-8', CP1252: 'windows-1252', utf_16le: 'utf-16le' } as const

/** Turns bytes into text part by part; throws Unreadable when they are not in the encoding. */
export const decoder = (encoding: Encoding): ((bytes?: Uint8Array) => string) => {
  // the platform takes iso-8859-1 for windows-1252
  if (encoding === 'iso_8859_1') return bytes => (bytes ? Buffer.from(bytes).toString('latin1') : '')
  const decoding = new TextDecoder(labels[encoding], { fatal: true })
  return bytes => {
    try {
      return bytes ? decoding.decode(bytes, { stream: true }) : decoding.decode()
    } catch {
      throw new Unreadable(
        'wrong-encoding',
        `The feed is not ${encoding}. Set characterEncoding to that of the file, if it is a text.`,
      )
    }
  }
}

/** Refuses what its first bytes say no feed can be read from, in this encoding. */
const mustBeText = (beginning: Buffer, encoding: Encoding): void => {
  if (isGzip(beginning) || isZip(beginning.subarray(0, signatureBytes)))
    throw new Unreadable('malformed-archive', 'The feed is packed twice. Pack it once.')
  if (encoding !== 'utf_16le' && beginning[0] === 0xff && beginning[1] === 0xfe)
    throw new Unreadable(
      'wrong-encoding',
      'The feed is utf_16le, as its first bytes say. Set characterEncoding to that.',
    )
}

const broken = (error: unknown): never => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code.startsWith('Z_')) throw new Unreadable('malformed-archive', 'The feed is packed, and cannot be unpacked.')
  throw error
}

/**
 * The text of a feed, part by part; gzip and ZIP files are unpacked as they are recognised by their first bytes. Throws Unreadable for
 * an archive or an encoding that is broken, and beyond `mostBytes` unpacked. `cut`: the file is only the beginning of the feed.
 */
export async function* textOfFile(
  path: string,
  encoding: Encoding,
  { mostBytes, cut }: { readonly mostBytes: number; readonly cut: boolean },
): AsyncGenerator<string> {
  const decode = decoder(encoding)
  let bytes = 0
  let first = true
  try {
    for await (const part of await plainBytes(path, cut)) {
      if (bytes === 0) mustBeText(part, encoding)
      bytes += part.length
      if (bytes > mostBytes) throw new Unreadable('too-large', `The feed has more than ${mostBytes} bytes.`)
      const text = decode(part)
      if (text === '') continue
      yield first && text.startsWith('\uFEFF') ? text.slice(1) : text
      first = false
    }
    // of a beginning the last character may be incomplete
    if (!cut) yield decode()
  } catch (error) {
    broken(error)
  }
}
