import * as t from 'io-ts'
import { raw, refuse } from '../../src/answer.ts'
import { AccountId, fields, text } from '../../src/codec.ts'
import { downloadPath } from '../../src/links/download-url.ts'
import { checkSignedUrl } from '../../src/links/signed-url.ts'
import { query } from '../../src/operation.ts'

const Sha256 = text({ pattern: /^[0-9a-f]{64}$/, must: 'must be a SHA-256 in hex', max: 64 })

/** GET /downloads/{accountId}/{zip}/{filename}: a file under a signed link that expires (decision 26); no key. */
export const downloadExport = query({
  summary: 'Download an exported ZIP by its signed link',
  extension: true,
  problems: ['link-invalid', 'link-expired'],
  params: t.type({ accountId: AccountId, zip: Sha256, filename: text({ min: 1, max: 255 }) }),
  query: fields({}, { expires: text({ max: 20 }), signature: text({ max: 100 }) }),
  reply: { media: 'application/zip' },
  async answer({ params, query: signed }, { secrets, clock, blobs }) {
    const checked = checkSignedUrl(secrets, downloadPath(params), signed, clock.now())
    if (checked === 'expired')
      return refuse('link-expired', 'This link has expired; read the export status again for a new one.')
    if (checked === 'forged') return refuse('link-invalid', 'This link was not made by this service.')
    const info = await blobs.stat(params.zip)
    if (!info) return refuse('not-found', 'The file is no longer kept.')
    return raw({
      raw: await blobs.open(params.zip),
      length: info.size,
      part: range => blobs.open(params.zip, range),
      contentType: 'application/zip',
      headers: {
        'Content-Disposition': `attachment; filename="${params.filename.replace(/[^\x20-\x7e]|["\\]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(params.filename)}`,
        'Cache-Control': 'private, max-age=3600, immutable',
        ETag: `"${params.zip}"`,
      },
    })
  },
})
