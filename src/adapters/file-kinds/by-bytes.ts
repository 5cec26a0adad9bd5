import { open } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import sharp from 'sharp'
import { textTypeOf } from '../../domain/assets/text-type.ts'
import type { FileKinds } from '../../ports/file-kinds.ts'

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

/** Pixels of a picture from its header; undefined when the header cannot be read: it is stored as it is, and not drawn. */
const pixelsOf = async (path: string): Promise<number | undefined> => {
  try {
    const { width, height } = await sharp(path, { limitInputPixels: false }).metadata()
    return width * height
  } catch (error) {
    if (error instanceof Error) return undefined
    throw error
  }
}

/** Kinds of files by their bytes: signatures by file-type, sizes by sharp, SVG and CSS by their beginning. */
export const fileKindsByBytes: FileKinds = {
  async kindOf(path, name) {
    const known = await fileTypeFromFile(path)
    if (known === undefined || known.mime === 'application/xml')
      return { contentType: textTypeOf(await beginningOf(path), name) }
    const pixels = measured.has(known.mime) ? await pixelsOf(path) : undefined
    return { contentType: known.mime, ...(pixels === undefined ? {} : { pixels }) }
  },
}
