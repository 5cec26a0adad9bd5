import { open } from 'node:fs/promises'
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type'
import sharp from 'sharp'
import { textTypeOf } from '../../domain/assets/text-type.ts'
import type { FileKind, FileKinds } from '../../ports/file-kinds.ts'
import { isTiff, pixelsOfHeader } from './beginning.ts'

const beginningBytes = 4096
const measured = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/tiff', 'image/avif'])

const beginningOf = async (path: string): Promise<string> => {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(beginningBytes), 0, beginningBytes, 0)
    return buffer.subarray(0, bytesRead).toString('utf8')
  } finally {
    await file.close()
  }
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
    if (known === undefined || known.mime === 'application/xml')
      return { contentType: textTypeOf(await beginningOf(path), name) }
    return kind(known.mime, measured.has(known.mime) ? await pixelsOf(path) : undefined)
  },
  async kindOfBeginning(bytes, name) {
    const known = await fileTypeFromBuffer(bytes)
    if (known === undefined && isTiff(bytes)) return kind('image/tiff', undefined)
    if (known === undefined || known.mime === 'application/xml')
      return { contentType: textTypeOf(bytes.toString('utf8', 0, beginningBytes), name) }
    const { mime } = known
    return kind(mime, measured.has(mime) ? (pixelsOfHeader(mime, bytes) ?? (await pixelsOf(bytes))) : undefined)
  },
}

const kind = (contentType: string, pixels: number | undefined): FileKind => ({
  contentType,
  ...(pixels === undefined ? {} : { pixels }),
})
