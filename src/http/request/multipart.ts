import type { EventEmitter } from 'node:events'
import { rm } from 'node:fs/promises'
import { binarySize } from '../../domain/shared/wording.ts'
import type { UploadedFile } from '../../engine/operation.ts'
import type { Admission } from '../admission/admission.ts'
import type { Hold } from '../admission/bytes-in-flight.ts'
import type { EndcapContext, EndcapMiddleware } from '../context.ts'
import { type Refusal, refusal, refuse } from '../response/refuse.ts'
import { boundsPartHeaders, headersOver } from './part-headers.ts'
import { acceptsMultipart, tooLarge } from './read-body.ts'
import type { UploadFolders } from './upload-folders.ts'

/** What formidable reports about a file that it has written. */
type Written = {
  readonly filepath: string
  readonly size: number
  readonly originalFilename: string | null
  readonly hash?: string | null
}

const maxTextBytes = 1_048_576
/** What an upload usually has in memory: files go to the disk as they arrive. */
const inMemory = 131_072
const malformed = refusal(
  'malformed-form',
  'The multipart body could not be read, or has more parts than the operation takes.',
)

/** Error numbers of formidable: text fields over the limit; all files or one file over it; and those of an unreadable body. */
const textsOver = 1006
const filesOver = new Set([1009, 1016])
const unreadable = new Set([1002, 1003, 1007, 1011, 1012, 1013, 1014, 1015])

/** Which file it is, the parser does not say: one of a single part is named. */
const fileTooLarge = ([name, ...others]: readonly string[], maxBytes: number): Refusal => {
  const most = binarySize(maxBytes)
  const errors = [{ pointer: `/${name}`, code: 'too-large', detail: `must have at most ${most}` }]
  return refusal('too-large', `The file is larger than ${most}.`, {
    ...(others.length === 0 ? { errors } : {}),
    extra: { maxBytes },
  })
}

const refusalOf = (error: unknown, fields: readonly string[], maxBytes: number): Refusal | undefined => {
  const { code } = error as { code?: unknown }
  if (code === textsOver) return tooLarge(maxTextBytes)
  if (filesOver.has(code as number)) return fileTooLarge(fields, maxBytes)
  return code === headersOver || unreadable.has(code as number) ? malformed : undefined
}

/** The code of the error for more bytes on the disk than there is room for. */
const noRoom = 'no-room-for-upload'

/** A plugin of formidable that counts what an upload writes as it arrives: a body may have no length, and a slow one may never end. */
const countsBytes =
  (hold: Hold) =>
  (form: EventEmitter & { readonly error?: unknown; _error(error: Error): void }): void => {
    form.on('progress', (received: number) => {
      if (!form.error && !hold.resize(received))
        form._error(Object.assign(new Error('there is no room for the upload'), { code: noRoom }))
    })
  }

type Files = Readonly<Record<string, Written | readonly Written[]>>

const take = (ctx: EndcapContext, files: Files): Readonly<Record<string, UploadedFile>> => {
  const taken: Record<string, UploadedFile> = {}
  const hashes: Record<string, string> = {}
  for (const [name, file] of Object.entries(files)) {
    if (Array.isArray(file)) return refuse(ctx, malformed)
    const { filepath, size, originalFilename, hash } = file as Written
    // this is how a form sends an input in which no file was chosen
    if (!originalFilename && size === 0) continue
    taken[name] = { path: filepath, size, filename: originalFilename ?? '' }
    hashes[name] = hash ?? ''
  }
  ctx.state.files = taken
  ctx.state.fileHashes = hashes
  return taken
}

/** What of a part tells a file from a text. */
type Part = { name: string | null; originalFilename: string | null; mimetype: string | null }

/**
 * Whether a part is a file follows from its name and filename: its type is optional (RFC 7578), and some clients give one to texts, too.
 * formidable takes whatever has a type for a file, and nothing else.
 */
const typed = (part: Part, fields: readonly string[]): void => {
  const isFile = part.originalFilename !== null && part.originalFilename !== undefined
  if (isFile) part.mimetype ||= 'application/octet-stream'
  else if (!fields.includes(part.name ?? '')) part.mimetype = null
}

/** koa-body for the files of these fields; it skips others. */
const parserOf = async (uploadDir: string, fields: readonly string[], maxBytes: number, onDisk: Hold) => {
  // large with its dependencies, so loaded at the first upload
  const [{ koaBody }, { multipart }] = await Promise.all([import('koa-body'), import('formidable')])
  return koaBody({
    multipart: true,
    json: false,
    text: false,
    urlencoded: false,
    parsedMethods: ['POST', 'PUT'] as never,
    formidable: {
      enabledPlugins: [multipart, boundsPartHeaders, countsBytes(onDisk)] as never,
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
      onPart(part, handle) {
        typed(part, fields)
        handle(part)
      },
    },
  })
}

const parsed = () => Promise.resolve()

/**
 * Reads multipart/form-data. Stores the files of the given fields in a temporary directory, removed once the response is
 * ready, and skips other files. Limits: `maxBytes` per file, 1 MiB for all text fields.
 */
export const readMultipart = (
  fields: readonly string[],
  maxBytes: number,
  { admission, folders }: { readonly admission: Admission; readonly folders: UploadFolders },
): EndcapMiddleware => {
  const read = async (ctx: EndcapContext, uploadDir: string, onDisk: Hold): Promise<void> => {
    const parse = await parserOf(uploadDir, fields, maxBytes, onDisk)
    // the client hung up: no event would end the parser's wait
    if (ctx.req.closed) return refuse(ctx, malformed)
    await parse(ctx as never, parsed).catch((error: unknown) => {
      // the rest is read and discarded, so that the client gets its answer
      ctx.req.resume()
      if ((error as { code?: unknown }).code === noRoom) return admission.refuse(ctx)
      const refused = refusalOf(error, fields, maxBytes)
      if (refused === undefined) folders.failed(error)
      else refuse(ctx, refused)
    })
    const files = take(ctx, (ctx.request.files ?? {}) as unknown as Files)
    for (const { path, size } of Object.values(files)) await folders.mustBeWhole(path, size)
  }
  return async (ctx, next) => {
    const accepted = acceptsMultipart(ctx.req)
    if (accepted === false) return next()
    if (accepted !== true) return refuse(ctx, accepted)
    return admission.holding(ctx, async hold => {
      if (!hold.resize(Math.min(Number(ctx.req.headers['content-length'] ?? inMemory), inMemory))) {
        ctx.req.resume()
        return admission.refuse(ctx)
      }
      await admission.uploading(ctx, async onDisk => {
        const uploadDir = await folders.make()
        try {
          await read(ctx, uploadDir, onDisk)
          await next()
        } finally {
          await rm(uploadDir, { recursive: true, force: true })
        }
      })
    })
  }
}
