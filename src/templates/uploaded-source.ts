import { createReadStream } from 'node:fs'
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
const tooLarge = ({ part }: FilePart, detail: string) =>
  refuse('too-large', detail, { errors: [{ pointer: `/${part}`, code: 'too-large', detail: 'must be smaller' }] })

/** Stores an upload as a blob, after its kind was read from its bytes (TEMPLATE-4) and its size checked (HTTP-20). */
export const storeUpload = (
  given: FilePart & { readonly file: UploadedFile },
  { fileKinds, blobs }: Pick<Ports, 'fileKinds' | 'blobs'>,
): TE.TaskEither<Rejection, WorkflowSource> => {
  const { file, takes } = given
  return pipe(
    TE.fromTask(() => fileKinds.kindOf(file.path, file.filename)),
    TE.flatMapEither(({ contentType, pixels = 0, isText = false }) => {
      const kind = uploadKindOf(contentType, isText)
      if (kind === undefined || !takes.includes(kind)) return E.left(wrongKind(given))
      const most = mostBytesOf[kind]
      if (file.size > most) return tooLarge(given, `The file of ${given.part} has more than ${most} bytes.`)
      if (pixels > maxPixels) return tooLarge(given, `The picture has ${pixels} pixels; the limit is ${maxPixels}.`)
      return E.right(kind)
    }),
    TE.flatMapTask(kind => async () => ({ kind, blob: (await blobs.put(createReadStream(file.path))).sha256 })),
  )
}
