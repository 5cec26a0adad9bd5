import { readFile, stat } from 'node:fs/promises'
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type'
import sharp from 'sharp'
import { maxAssetBytes } from '../../domain/assets/bounds.ts'
import { isText, textTypeOf } from '../../domain/assets/text-type.ts'
import type { FileKind, FileKinds } from '../../ports/file-kinds.ts'
import { beginningBytes, beginningOf } from '../files/beginning-of.ts'
import { isTiff, pixelsOfHeader } from './beginning.ts'

const measured = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/tiff', 'image/avif'])

/**
 * Images whose parts are looked through one by one. A part has eight bytes or more, so those of a large file would take minutes, and reading each of
 * them from the file ten times as long.
 */
const inParts = new Set(['image/avif', 'image/tiff'])

/** What the pixels of a file are read from; undefined: it is too large to be looked through, and for any place that takes such an image. */
const measurable = async (path: string, mime: string): Promise<string | Buffer | undefined> => {
  if (!inParts.has(mime)) return path
  return (await stat(path)).size > maxAssetBytes ? undefined : readFile(path)
}

/** Pixels of an image from its header; undefined if unreadable: such a file is stored but never rendered. */
const pixelsOf = async (file: string | Buffer): Promise<number | undefined> => {
  try {
    const { width, height } = await sharp(file, { limitInputPixels: false }).metadata()
    return width * height
  } catch (error) {
    if (error instanceof Error) return undefined
    throw error
  }
}

/** Detects file types by their bytes: signatures by file-type, sizes by sharp, SVG and CSS by the first bytes. */
export const fileKindsByBytes: FileKinds = {
  async kindOf(path, name) {
    const known = await fileTypeFromFile(path)
    if (known === undefined || known.mime === 'application/xml') return withoutSignature(await beginningOf(path), name)
    const file = measured.has(known.mime) ? await measurable(path, known.mime) : undefined
    return kind(known.mime, file === undefined ? undefined : await pixelsOf(file))
  },
  async kindOfBeginning(bytes, name) {
    const known = await fileTypeFromBuffer(bytes)
    if (known === undefined && isTiff(bytes)) return kind('image/tiff', undefined)
    if (known === undefined || known.mime === 'application/xml')
      return withoutSignature(bytes.subarray(0, beginningBytes), name)
    const { mime } = known
    return kind(mime, measured.has(mime) ? (pixelsOfHeader(mime, bytes) ?? (await pixelsOf(bytes))) : undefined)
  },
}

const withoutSignature = (beginning: Buffer, name: string): FileKind => ({
  contentType: textTypeOf(beginning.toString('utf8'), name),
  ...(isText(beginning) ? { isText: true } : {}),
})

const kind = (contentType: string, pixels: number | undefined): FileKind => ({
  contentType,
  ...(pixels === undefined ? {} : { pixels }),
})
