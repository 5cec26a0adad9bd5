import type { Readable } from 'node:stream'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { kindOf, type SourceKind } from '../source-kind.ts'
import { Unreadable } from '../unreadable.ts'

const mebibyte = 1_048_576
/** Bounds of a ZIP (HTTP-20). */
const most = { entries: 1_000, bytes: 500 * mebibyte, ratio: 100, depth: 8, picture: 110 * mebibyte }
/** Bytes that are unpacked to check the sizes in a directory, when a ZIP is uploaded. */
const mostChecked = 64 * mebibyte
/** A small entry may be packed as well as it likes. */
const ratioFrom = mebibyte

const isFile = ({ fileName }: Entry): boolean => !fileName.endsWith('/') && !fileName.startsWith('__MACOSX/')

const badZip = (error: unknown): Unreadable =>
  error instanceof Unreadable
    ? error
    : new Unreadable(
        'unreadable',
        `The ZIP cannot be read: ${error instanceof Error ? error.message : error}`.replace(/\.?$/, '.'),
      )

const checked = (entries: readonly Entry[]): void => {
  const bytes = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0)
  if (bytes > most.bytes)
    throw new Unreadable('too-large', `The ZIP has more than ${most.bytes / mebibyte} MiB when it is unpacked.`)
  for (const { fileName, uncompressedSize, compressedSize } of entries) {
    if (fileName.split('/').length - 1 > most.depth)
      throw new Unreadable('too-large', `The ZIP has folders in more than ${most.depth} levels.`)
    if (uncompressedSize > ratioFrom && uncompressedSize > most.ratio * compressedSize)
      throw new Unreadable('too-large', `The ZIP has an entry that is packed to less than a ${most.ratio}th.`)
  }
}

const directoryOf = async (zip: ZipFile): Promise<readonly Entry[]> => {
  const entries: Entry[] = []
  let count = 0
  for await (const entry of zip.eachEntry()) {
    if (++count > most.entries) throw new Unreadable('too-large', `The ZIP has more than ${most.entries} entries.`)
    if (isFile(entry)) entries.push(entry)
  }
  checked(entries)
  return entries
}

/** The bytes of an entry, if `wanted` says so when it sees the first ones; `size`: as the directory has it, which is checked while it is unpacked. */
const bytesOf = async (
  body: Readable,
  size: number,
  wanted: (kind: SourceKind) => boolean,
): Promise<Buffer | undefined> => {
  let bytes: Buffer | undefined
  let length = 0
  try {
    for await (const part of body as AsyncIterable<Buffer>) {
      if (bytes === undefined && !wanted(kindOf(part.subarray(0, 4_096)))) return undefined
      // of its whole size at once, as joining parts would need it twice
      bytes ??= Buffer.allocUnsafeSlow(Math.min(size, most.picture))
      if (length + part.length > bytes.length) return Buffer.alloc(0)
      length += part.copy(bytes, length)
    }
    return bytes
  } finally {
    body.destroy()
  }
}

const isPicture = (kind: SourceKind): boolean => kind === 'png' || kind === 'jpeg' || kind === 'webp' || kind === 'svg'
const isWanted = (kind: SourceKind): boolean => {
  if (kind === 'zip')
    throw new Unreadable('too-large', 'The ZIP holds another ZIP. Unpack that one, and pack its pictures.')
  return isPicture(kind)
}
/** Files that are called a logo come first, then all by name: which of them are read follows from the ZIP alone. */
const inOrder = (one: Entry, other: Entry): number => {
  const [a, b] = [/logo/i.test(one.fileName), /logo/i.test(other.fileName)]
  return Number(b) - Number(a) || (one.fileName < other.fileName ? -1 : 1)
}

/** `bytes`: none of a picture that is too large. */
export type ZippedPicture = { readonly name: string; readonly bytes: Buffer }

/** Opens a ZIP with its entries. Throws Unreadable if it is broken or beyond its bounds. */
const opened = async (path: string): Promise<{ readonly zip: ZipFile; readonly entries: readonly Entry[] }> => {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch(error => {
    throw badZip(error)
  })
  try {
    return { zip, entries: await directoryOf(zip) }
  } catch (error) {
    zip.close()
    throw badZip(error)
  }
}

/** Looks at the kind of an entry. `whole`: also unpacks it, and throws if it has another size than the directory says. */
const checkEntry = async (body: Readable, whole: boolean): Promise<void> => {
  try {
    let isFirst = true
    for await (const part of body as AsyncIterable<Buffer>) {
      if (isFirst) isWanted(kindOf(part.subarray(0, 4_096)))
      if (!whole) return
      isFirst = false
    }
  } finally {
    body.destroy()
  }
}

/**
 * Checks what can be known at little cost: the directory of a ZIP, the first bytes of each entry, and whether the sizes of the first 64 MiB
 * are true. Throws Unreadable.
 */
export const checkZip = async (path: string): Promise<void> => {
  const { zip, entries } = await opened(path)
  try {
    let left = mostChecked
    for (const entry of entries) {
      left -= entry.uncompressedSize
      await checkEntry(await zip.openReadStreamPromise(entry), left >= 0)
    }
  } catch (error) {
    throw badZip(error)
  } finally {
    zip.close()
  }
}

/**
 * The pictures of a ZIP one by one, told by their bytes; everything else is passed over. Nothing is unpacked to files, and names are only names. Throws
 * Unreadable for a ZIP that is broken, beyond its bounds, encrypted, or lies about sizes.
 */
export async function* picturesOfZip(path: string): AsyncGenerator<ZippedPicture> {
  const { zip, entries } = await opened(path)
  try {
    for (const entry of [...entries].sort(inOrder)) {
      const bytes = await bytesOf(await zip.openReadStreamPromise(entry), entry.uncompressedSize, isWanted)
      if (bytes) yield { name: entry.fileName, bytes }
    }
  } catch (error) {
    throw badZip(error)
  } finally {
    zip.close()
  }
}
