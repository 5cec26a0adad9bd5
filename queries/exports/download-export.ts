import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { AccountId } from '../../src/codec/names.ts'
import { text } from '../../src/codec/text.ts'
import { attachment } from '../../src/domain/shared/attachment.ts'
import { rejection } from '../../src/domain/shared/decider.ts'
import { query, type RawReply } from '../../src/engine/operation.ts'
import { rawReply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { downloadPath } from '../../src/links/download-url.ts'
import { mustBeSigned } from '../../src/links/signed-url.ts'
import type { Blobs } from '../../src/ports/blobs.ts'

const Sha256 = text({ pattern: /^[0-9a-f]{64}$/, must: 'must be a SHA-256 in hex', max: 64 })

/** How long the store's own link is valid after a redirect: enough to start a download. */
const expiresSeconds = 300

/**
 * GET /downloads/{accountId}/{zip}/{filename}: a file under a signed link that expires (EXPORT-10); no key. If the
 * store creates links of its own, redirects there.
 */
export const downloadExport = query({
  summary: 'Download an exported ZIP by its signed link',
  extension: true,
  problems: ['link-invalid', 'link-expired', 'store-unavailable'],
  params: t.type({ accountId: AccountId, zip: Sha256, filename: text({ min: 1, max: 255 }) }),
  query: fields({}, { expires: text({ max: 20 }), signature: text({ max: 100 }) }),
  reply: { media: 'application/zip', ranges: true },
  redirects: 'To the file in the object store, if blobs are stored in one.',
  run: ({ params, query: signed }, { secrets, clock, blobs }) =>
    pipe(
      TE.fromEither(mustBeSigned(expired, secrets, downloadPath(params), signed, clock.now())),
      TE.flatMapTask(() => () => blobs.stat(params.zip)),
      TE.flatMap(TE.fromNullable(noFile)),
      TE.flatMapTask(
        ({ size }) =>
          () =>
            fileReply(blobs, params, size),
      ),
      TE.flatMapEither(rawReply),
    )(),
})

const expired = 'This link has expired. Read the export status for a new one.'
const noFile = rejection('not-found', 'The file is no longer available.')

type File = { readonly zip: string; readonly filename: string }

const fileReply = async (blobs: Blobs, { zip, filename }: File, length: number): Promise<RawReply> => {
  const contentType = 'application/zip'
  if (blobs.presign) {
    const Location = await blobs.presign(zip, { filename, contentType, expiresSeconds })
    return { raw: '', status: 302, contentType: '', headers: { Location } }
  }
  const headers = {
    'Content-Disposition': attachment(filename),
    'Cache-Control': 'private, max-age=3600, immutable',
    ETag: `"${zip}"`,
  }
  return { raw: await blobs.open(zip), length, part: range => blobs.open(zip, range), contentType, headers }
}
