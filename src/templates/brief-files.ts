import { pipe } from 'fp-ts/lib/function.js'
import { type Rejection, rejection } from '../domain/shared/decider.ts'
import type { UploadedFile } from '../engine/operation.ts'
import * as TE from '../engine/task-either.ts'
import type { Ports } from '../ports/ports.ts'
import { type CheckedUpload, checkedUpload } from './uploaded-source.ts'

const oneDesign = rejection('design-brief-input', 'Send either designBriefZip or psdFile.', {
  errors: ['/designBriefZip', '/psdFile'].map(pointer => ({
    pointer,
    code: 'design-brief-input',
    detail: 'must be sent, and the other one must not',
  })),
})

/**
 * Checks the files of a design brief: the document, unless there is an address of the brand, then the design. Neither or both designs are
 * refused (TEMPLATE-4). Nothing is stored, so that a brief with one bad file leaves none behind.
 */
export const checkedBriefFiles = (
  files: Readonly<Record<string, UploadedFile>>,
  hasUrl: boolean,
  ports: Pick<Ports, 'fileKinds' | 'brandReader'>,
): TE.TaskEither<Rejection, readonly CheckedUpload[]> => {
  const { brandBriefDoc, designBriefZip, psdFile } = files
  if ((designBriefZip === undefined) === (psdFile === undefined)) return TE.left(oneDesign)
  const document = (file: UploadedFile) => ({ part: 'brandBriefDoc', file, takes: ['document'] }) as const
  const pictures = (file: UploadedFile) => ({ part: 'designBriefZip', file, takes: ['pictures'] }) as const
  const psd = (file: UploadedFile) => ({ part: 'psdFile', file, takes: ['psd'] }) as const
  const given = [
    ...(brandBriefDoc && !hasUrl ? [document(brandBriefDoc)] : []),
    ...(designBriefZip ? [pictures(designBriefZip)] : []),
    ...(psdFile ? [psd(psdFile)] : []),
  ]
  return given.reduce<TE.TaskEither<Rejection, readonly CheckedUpload[]>>(
    (checked, file) =>
      pipe(
        checked,
        TE.flatMap(before =>
          pipe(
            checkedUpload(file, ports),
            TE.map(one => [...before, one]),
          ),
        ),
      ),
    TE.right([]),
  )
}
