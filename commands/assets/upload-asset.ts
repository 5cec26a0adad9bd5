import { createReadStream } from 'node:fs'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { integer } from '../../src/codec/integer.ts'
import { AccountId } from '../../src/codec/names.ts'
import { AssetPath, asset, assetUrlPath } from '../../src/domain/assets/asset.ts'
import { assetId } from '../../src/domain/assets/asset-id.ts'
import { maxPixels } from '../../src/domain/assets/bounds.ts'
import { command } from '../../src/engine/operation.ts'
import { refuse, reply } from '../../src/engine/reply.ts'

const maxAssetBytes = 10 * 1024 * 1024

/** POST /v2/accounts/{accountId}/assets: puts a file into the account's library; a path holds one content for ever (decision 20). */
export const uploadAsset = command({
  summary: 'Upload a file to the asset library',
  extension: true,
  problems: ['asset-path-taken'],
  params: t.type({ accountId: AccountId }),
  multipart: ['file'],
  maxBytes: maxAssetBytes,
  body: fields({ path: AssetPath }),
  reply: fields({ assetUrl: t.string, path: AssetPath, sha256: t.string, size: integer(0), contentType: t.string }),
  async run({ params: { accountId }, body: { path }, files, origin }, work, { blobs, clock, fileKinds }) {
    const { file } = files
    if (file === undefined)
      return refuse('invalid-request', 'The part named file is missing.', {
        errors: [{ pointer: '/file', code: 'required', detail: 'must be a file part' }],
      })
    const { contentType, pixels = 0 } = await fileKinds.kindOf(file.path, path)
    if (pixels > maxPixels)
      return refuse('too-large', `The picture has ${pixels} pixels; at most ${maxPixels} are taken.`)
    const { sha256, size } = await blobs.put(createReadStream(file.path))
    const stored = { accountId, path, sha256, size, contentType, at: clock.now().toISOString() }
    const done = await work.execute(asset, assetId(accountId, path), stored)
    return E.isLeft(done)
      ? done
      : reply({ assetUrl: `${origin}${assetUrlPath(accountId, path)}`, path, sha256, size, contentType })
  },
})
