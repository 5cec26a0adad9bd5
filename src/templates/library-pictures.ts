import * as E from 'fp-ts/lib/Either.js'
import { asset } from '../domain/assets/asset.ts'
import { assetId } from '../domain/assets/asset-id.ts'
import { type BrandImage, type BrandProfile, layoutPictures } from '../domain/templates/brand.ts'
import { AttemptFailed } from '../engine/react/attempt-failed.ts'
import { errorOf } from '../engine/react/settled.ts'
import type { Work } from '../engine/write/execute.ts'
import type { Blobs } from '../ports/blobs.ts'
import { timeOf } from '../ports/clock.ts'
import type { Ports } from '../ports/ports.ts'

type Stored = { readonly logoPath?: string; readonly picturePaths: Readonly<Record<string, string>> }
type Place = { readonly accountId: string; readonly requestId: string }

const endings: Readonly<Record<BrandImage['contentType'], string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
}

/** Named by its content, since a path of the library never changes its content (LIBRARY-3) and a page may change between attempts. */
const pathOf = ({ requestId }: Place, { role, blob, contentType }: BrandImage): string =>
  `generated/${requestId}/${role}-${blob.slice(0, 16)}.${endings[contentType]}`

/**
 * Adds the pictures that templates may show to the account's library: the logo, and those of the design, under `generated/<requestId>/`
 * (TEMPLATE-24). A picture that is there already is left as it is. Throws when a path holds another file.
 */
export const storePictures = async (
  place: Place,
  brand: BrandProfile,
  work: Pick<Work, 'execute'>,
  ports: Pick<Ports, 'blobs' | 'clock'>,
): Promise<Stored> => {
  const { accountId } = place
  const store = async (image: BrandImage): Promise<string> => {
    const { blob: sha256, contentType } = image
    const path = pathOf(place, image)
    const size = await sizeOf(ports.blobs, sha256)
    const stored = { accountId, path, sha256, size, contentType, at: timeOf(ports) }
    const done = await work.execute(asset, assetId(accountId, path), stored)
    if (E.isLeft(done)) throw errorOf(done.left)
    return path
  }
  const logoPath = brand.logo && (await store(brand.logo))
  const picturePaths: Record<string, string> = {}
  for (const image of layoutPictures(brand)) picturePaths[image.blob] = await store(image)
  return { picturePaths, ...(logoPath === undefined ? {} : { logoPath }) }
}

const sizeOf = async (blobs: Pick<Blobs, 'stat'>, sha256: string): Promise<number> => {
  const kept = await blobs.stat(sha256)
  if (kept === undefined) throw new AttemptFailed('a picture of the brand is no longer stored')
  return kept.size
}
