import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { AccountId } from '../../src/codec/names.ts'
import { text } from '../../src/codec/text.ts'
import { attachment } from '../../src/domain/shared/attachment.ts'
import { query } from '../../src/engine/operation.ts'
import { rawReply, refuse } from '../../src/engine/reply.ts'
import { downloadPath } from '../../src/links/download-url.ts'
import { checkSignedUrl } from '../../src/links/signed-url.ts'

const Sha256 = text({ pattern: /^[0-9a-f]{64}$/, must: 'must be a SHA-256 in hex', max: 64 })

/** How long the store itself hands the file out to whoever was sent there: enough to begin a download. */
const expiresSeconds = 300

/**
 * GET /downloads/{accountId}/{zip}/{filename}: a file under a signed link that expires (decision 26); no key. A store that
 * makes links of its own is redirected to.
 */
export const downloadExport = query({
  summary: 'Download an exported ZIP by its signed link',
  extension: true,
  problems: ['link-invalid', 'link-expired', 'store-unavailable'],
  params: t.type({ accountId: AccountId, zip: Sha256, filename: text({ min: 1, max: 255 }) }),
  query: fields({}, { expires: text({ max: 20 }), signature: text({ max: 100 }) }),
  reply: {
    media: 'application/zip',
    redirects: 'To the file in the object store, where blobs are kept in one.',
    ranges: true,
  },
  async run({ params, query: signed }, { secrets, clock, blobs }) {
    const checked = checkSignedUrl(secrets, downloadPath(params), signed, clock.now())
    if (checked === 'expired')
      return refuse('link-expired', 'This link has expired; read the export status again for a new one.')
    if (checked === 'forged') return refuse('link-invalid', 'This link was not made by this service.')
    const info = await blobs.stat(params.zip)
    if (!info) return refuse('not-found', 'The file is no longer kept.')
    if (blobs.presign) {
      const { zip, filename } = params
      const Location = await blobs.presign(zip, { filename, contentType: 'application/zip', expiresSeconds })
      return rawReply({ raw: '', status: 302, contentType: '', headers: { Location } })
    }
    return rawReply({
      raw: await blobs.open(params.zip),
      length: info.size,
      part: range => blobs.open(params.zip, range),
      contentType: 'application/zip',
      headers: {
        'Content-Disposition': attachment(params.filename),
        'Cache-Control': 'private, max-age=3600, immutable',
        ETag: `"${params.zip}"`,
      },
    })
  },
})
