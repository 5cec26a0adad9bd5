import * as t from 'io-ts'
import { assets } from '../../projections/assets/assets.ts'
import { AccountId } from '../../src/codec/names.ts'
import { type Asset, AssetPath } from '../../src/domain/assets/asset.ts'
import { assetId } from '../../src/domain/assets/asset-id.ts'
import { inlineTypes } from '../../src/domain/assets/text-type.ts'
import { query } from '../../src/engine/operation.ts'
import { rawReply, refuse } from '../../src/engine/reply.ts'

/** GET /assets/{accountId}/{path}: a library file, for anyone; it never changes, so it may be cached for ever (decisions, last section). */
export const getAsset = query({
  summary: 'Get a file of the asset library',
  extension: true,
  params: t.type({ accountId: AccountId, path: AssetPath }),
  reply: { media: 'application/octet-stream', ranges: true },
  async run({ params: { accountId, path } }, { readModels, blobs }) {
    const stored = await readModels.get(assets, assetId(accountId, path))
    if (!stored) return refuse('not-found', 'There is no such file.')
    const { sha256, size, contentType } = JSON.parse(stored.json) as Asset
    return rawReply({
      raw: await blobs.open(sha256),
      length: size,
      part: range => blobs.open(sha256, range),
      contentType,
      headers: {
        'Cache-Control': 'public, max-age=31536000, immutable',
        ETag: `"${sha256}"`,
        'Access-Control-Allow-Origin': '*',
        'Content-Security-Policy': "sandbox; default-src 'none'",
        'X-Content-Type-Options': 'nosniff',
        ...(inlineTypes.has(contentType) ? {} : { 'Content-Disposition': 'attachment' }),
      },
    })
  },
})
