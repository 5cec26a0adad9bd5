import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { maxPixels } from '../domain/assets/bounds.ts'
import { type Rejection, rejection } from '../domain/shared/decider.ts'
import { mostBytesOf, shownKind, type UploadKind, uploadKindOf } from '../domain/templates/upload-kinds.ts'
import type { WorkflowSource } from '../domain/templates/workflow/events.ts'
import type { UploadedFile } from '../engine/operation.ts'
import { refuse } from '../engine/reply.ts'
import * as TE from '../engine/task-either.ts'
import type { Ports } from '../ports/ports.ts'
import type { Room } from '../storage/room.ts'

/** A file part of a request: its name, its file if it was sent, and the kinds that it takes. */
export type FilePart = {
  readonly part: string
  readonly file: UploadedFile | undefined
  readonly takes: readonly UploadKind[]
}

const wrongKind = ({ part, takes }: FilePart): Rejection => {
  const kinds = takes.map(kind => shownKind[kind]).join(', or ')
  const errors = [{ pointer: `/${part}`, code: 'kind', detail: `must be ${kinds}` }]
  return rejection('brand-file-kind', `The file of ${part} must be ${kinds}; its bytes are of another kind.`, {
    errors,
  })
}
const unreadable = ({ part }: FilePart, detail: string) =>
  refuse('brand-file-kind', detail, { errors: [{ pointer: `/${part}`, code: 'kind', detail: 'must be readable' }] })
const tooLarge = ({ part }: FilePart, detail: string) =>
  refuse('too-large', detail, { errors: [{ pointer: `/${part}`, code: 'too-large', detail: 'must be smaller' }] })

/** A file whose kind and size are accepted; nothing of it is stored yet. */
export type CheckedUpload = { readonly kind: UploadKind; readonly path: string; readonly size: number }

/** Checks an upload: its kind as read from its bytes (TEMPLATE-4), its size, and what its directory or header says of its bounds (HTTP-20). */
export const checkedUpload = (
  given: FilePart & { readonly file: UploadedFile },
  { fileKinds, brandReader }: Pick<Ports, 'fileKinds' | 'brandReader'>,
): TE.TaskEither<Rejection, CheckedUpload> => {
  const { file, takes } = given
  const { path, size } = file
  return pipe(
    TE.fromTask(() => fileKinds.kindOf(path, file.filename)),
    TE.flatMapEither(({ contentType, pixels = 0, isText = false }) => {
      const kind = uploadKindOf(contentType, isText)
      if (kind === undefined || !takes.includes(kind)) return E.left(wrongKind(given))
      const most = mostBytesOf[kind]
      if (size > most) return tooLarge(given, `The file of ${given.part} has more than ${most} bytes.`)
      if (pixels > maxPixels) return tooLarge(given, `The picture has ${pixels} pixels; the limit is ${maxPixels}.`)
      return E.right({ kind, path, size })
    }),
    TE.flatMap(checked => async () => {
      const fault = checked.kind === 'document' ? undefined : await brandReader.check(path)
      if (fault === undefined) return E.right(checked)
      return fault.code === 'too-large' ? tooLarge(given, fault.detail) : unreadable(given, fault.detail)
    }),
  )
}

/** Stores files of a workflow; room for all of them is taken before the first one is stored, so that none is left behind. */
export const storeUploads = async (
  checked: readonly CheckedUpload[],
  { blobs }: Pick<Ports, 'blobs'>,
  room: Room,
): Promise<readonly WorkflowSource[]> => {
  if (checked.length > 0) await room.mayStore({ size: checked.reduce((sum, { size }) => sum + size, 0) })
  const sources: WorkflowSource[] = []
  for (const { kind, path } of checked) {
    const { sha256, size } = await blobs.put(createReadStream(path))
    sources.push({ kind, blob: sha256, bytes: size })
  }
  return sources
}

/** The sources that these files would be, without storing them. */
export const namedUploads = async (checked: readonly CheckedUpload[]): Promise<readonly WorkflowSource[]> => {
  const sources: WorkflowSource[] = []
  for (const { kind, path, size } of checked) {
    const hash = createHash('sha256')
    await pipeline(createReadStream(path), hash)
    sources.push({ kind, blob: hash.digest('hex'), bytes: size })
  }
  return sources
}
