import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { AccountId } from '../../src/codec/names.ts'
import { AssetPath } from '../../src/domain/assets/asset.ts'
import { inlineTypes } from '../../src/domain/assets/text-type.ts'
import { rejection } from '../../src/domain/shared/decider.ts'
import { query } from '../../src/engine/operation.ts'
import { rawReply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { libraryFile } from '../../src/library/library-files.ts'

/** GET /assets/{accountId}/{path}: a library file, public; it never changes, so it may be cached for ever (LIBRARY-6). */
export const getAsset = query({
  summary: 'Get a file of the asset library',
  extension: true,
  params: t.type({ accountId: AccountId, path: AssetPath }),
  // a file has the type that its bytes say
  reply: { media: '*/*', ranges: true },
  run: ({ params: { accountId, path } }, { readModels, blobs }) =>
    pipe(
      TE.fromTask(() => libraryFile(readModels, accountId, path)),
      TE.flatMap(TE.fromNullable(noFile)),
      TE.bindTo('asset'),
      TE.bind('raw', ({ asset }) => TE.fromTask(() => blobs.open(asset.sha256))),
      TE.flatMapEither(({ asset: { sha256, size, contentType }, raw }) =>
        rawReply({
          raw,
          length: size,
          part: range => blobs.open(sha256, range),
          contentType,
          headers: headersOf(sha256, contentType),
        }),
      ),
    )(),
})

const noFile = rejection('not-found', 'There is no such file.')

const headersOf = (sha256: string, contentType: string) => ({
  'Cache-Control': 'public, max-age=31536000, immutable',
  ETag: `"${sha256}"`,
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'X-Content-Type-Options': 'nosniff',
  ...(inlineTypes.has(contentType) ? {} : { 'Content-Disposition': 'attachment' }),
})
