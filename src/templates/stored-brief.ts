import { mustDecode } from '../codec/must-decode.ts'
import { StoredBrief } from '../domain/templates/brief.ts'
import type { BlobInfo, Blobs, PutOptions } from '../ports/blobs.ts'
import type { TemplateBrief } from '../ports/template-generator.ts'

/** Stores a brief as a blob of JSON. */
export const storeBrief = (blobs: Pick<Blobs, 'put'>, brief: TemplateBrief, options: PutOptions): Promise<BlobInfo> =>
  blobs.put(Buffer.from(JSON.stringify(brief)), options)

/** The brief of a blob. Rejects with BlobMissing, or with the error of a store that is away. */
export const readBrief = async (blobs: Pick<Blobs, 'read'>, sha256: string): Promise<TemplateBrief> => {
  const stored = mustDecode(StoredBrief, JSON.parse((await blobs.read(sha256)).toString('utf8')))
  const { logoPath, fontFiles, ...brief } = stored
  return {
    ...brief,
    ...(logoPath === undefined ? {} : { logoPath }),
    ...(fontFiles === undefined ? {} : { fontFiles }),
  }
}
