import { rm } from 'node:fs/promises'
import type { UploadedFile } from '../../engine/operation.ts'
import { type Exchange, type Refusal, refusal, type Step } from '../exchange.ts'
import { acceptsMultipart, tooLarge } from './read-body.ts'
import type { UploadFolders } from './upload-folders.ts'

/** What formidable tells of a file that it has written. */
type Written = {
  readonly filepath: string
  readonly size: number
  readonly originalFilename: string | null
  readonly hash?: string | null
}

const maxTextBytes = 1_048_576
const malformed = refusal(
  'malformed-form',
  'The multipart body could not be read, or has more parts than the operation takes.',
)

/** Numbers of formidable's errors: text fields, all files, or one file over their bounds; and those of a body that cannot be read. */
const overBounds = new Set([1006, 1009, 1016])
const unreadable = new Set([1002, 1003, 1007, 1011, 1012, 1013, 1014, 1015])

const refusalOf = (error: unknown, maxBytes: number): Refusal | undefined => {
  const code = (error as { code?: unknown }).code
  if (overBounds.has(code as number)) return tooLarge(maxBytes)
  return unreadable.has(code as number) ? malformed : undefined
}

const take = (x: Exchange, files: Readonly<Record<string, Written | readonly Written[]>>): Refusal | undefined => {
  const taken: Record<string, UploadedFile> = {}
  const hashes: Record<string, string> = {}
  for (const [name, file] of Object.entries(files)) {
    if (Array.isArray(file)) return malformed
    const { filepath, size, originalFilename, hash } = file as Written
    taken[name] = { path: filepath, size, filename: originalFilename ?? '' }
    hashes[name] = hash ?? ''
  }
  x.files = taken
  x.fileHashes = hashes
  return undefined
}

/**
 * Reads multipart/form-data: files of the given fields into a directory of their own, removed when the answer was made;
 * other files are skipped. Each file is at most `maxBytes`, text fields 1 MiB in all.
 */
export const readMultipart = (fields: readonly string[], maxBytes: number, folders: UploadFolders): Step => {
  const read = async (x: Exchange): Promise<Refusal | undefined> => {
    const uploadDir = await folders.make()
    x.cleanUp = () => rm(uploadDir, { recursive: true, force: true })
    // with all that it brings it is large: read with the first upload
    const { koaBody } = await import('koa-body')
    const parse = koaBody({
      multipart: true,
      json: false,
      text: false,
      urlencoded: false,
      parsedMethods: ['POST', 'PUT'] as never,
      formidable: {
        uploadDir,
        maxFiles: fields.length,
        maxFileSize: maxBytes,
        maxTotalFileSize: maxBytes * fields.length,
        maxFields: 100,
        maxFieldsSize: maxTextBytes,
        allowEmptyFiles: true,
        minFileSize: 0,
        hashAlgorithm: 'sha256',
        filter: part => part.name !== null && fields.includes(part.name),
      },
    })
    try {
      await parse(x.ctx as never, () => Promise.resolve())
    } catch (error) {
      const refusal = refusalOf(error, maxBytes)
      if (refusal === undefined) throw error
      x.ctx.req.resume()
      return refusal
    }
    const request = x.ctx.request as unknown as { body?: unknown; files?: Readonly<Record<string, Written>> }
    x.sentBody = { ...(request.body as object) }
    const refusal = take(x, request.files ?? {})
    for (const { path, size } of Object.values(x.files ?? {})) await folders.mustBeWhole(path, size)
    return refusal
  }
  return x => {
    const accepted = acceptsMultipart(x.ctx.req)
    return accepted === true ? read(x) : accepted === false ? undefined : accepted
  }
}
