import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { about } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { integer } from '../../src/codec/integer.ts'
import { AccountId } from '../../src/codec/names.ts'
import { AssetPath, NewAssetPath } from '../../src/domain/assets/asset.ts'
import { maxAssetBytes, maxPixels } from '../../src/domain/assets/bounds.ts'
import { assetUrlPath } from '../../src/domain/assets/library-address.ts'
import { noFile } from '../../src/engine/no-file.ts'
import { command } from '../../src/engine/operation.ts'
import { refuse, reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { storeAsset } from '../../src/library/store-asset.ts'
import type { PictureCheck } from '../../src/ports/picture-checks.ts'

/** POST /v2/accounts/{accountId}/assets: adds a file to the account's library; the content of a path never changes (LIBRARY-3). */
export const uploadAsset = command({
  summary: 'Upload a file to the asset library',
  extension: true,
  problems: ['asset-path-taken', 'storage-full', 'read-models-behind'],
  params: t.type({ accountId: AccountId }),
  multipart: { file: { about: 'The file, at most 10 MiB; its bytes decide its type.', required: true } },
  maxBytes: maxAssetBytes,
  body: fields({ path: about(NewAssetPath, 'The path in the library, such as brand/logo.png.') }),
  reply: fields(
    { assetUrl: t.string, path: AssetPath, sha256: t.string, size: integer(0), contentType: t.string },
    { warnings: about(t.array(fields({ code: t.string, detail: t.string })), 'Why it cannot be shown as a picture.') },
  ),
  run: ({ params: { accountId }, body: { path }, files: { file }, origin }, work, ports) =>
    pipe(
      TE.fromNullable(noFile)(file),
      TE.bindTo('sent'),
      TE.bind('kind', ({ sent }) => TE.fromTask(() => ports.fileKinds.kindOf(sent.path, path))),
      TE.tapEither(({ kind }) => mustBeDrawable(kind.pixels)),
      TE.bind(
        'stored',
        ({ sent, kind: { contentType } }) =>
          () =>
            storeAsset({ accountId, path, contentType }, createReadStream(sent.path), work, ports),
      ),
      TE.bind('warnings', ({ sent, kind: { contentType }, stored: { sha256 } }) =>
        TE.fromTask(async () => {
          if (!contentType.startsWith('image/')) return []
          const check = await ports.pictureChecks.check(accountId, sha256, () => readFile(sent.path))
          return warningsOf(path, check)
        }),
      ),
      TE.flatMapEither(({ kind: { contentType }, stored: { sha256, size }, warnings }) =>
        reply({
          assetUrl: `${origin}${assetUrlPath(accountId, path)}`,
          path,
          sha256,
          size,
          contentType,
          ...(warnings.length === 0 ? {} : { warnings }),
        }),
      ),
    )(),
})

const warningsOf = (path: string, { fault, notLoaded }: PictureCheck) => [
  ...(fault === undefined
    ? []
    : [
        {
          code: 'image-undecodable',
          detail: `${path} is ${fault}. Ads that show it are not drawn. Upload the whole file to another path.`,
        },
      ]),
  ...(notLoaded === undefined
    ? []
    : [
        {
          code: 'external-address',
          detail: `Browsers show ${path} without ${notLoaded.join(' and ')}, because an SVG loads nothing as a picture. Embed it in the file, and upload that to another path.`,
        },
      ]),
]

const mustBeDrawable = (pixels = 0) =>
  pixels > maxPixels
    ? refuse('too-large', `The picture has ${pixels} pixels; the limit is ${maxPixels}.`)
    : E.right(pixels)
