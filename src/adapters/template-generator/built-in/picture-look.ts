import sharp from 'sharp'
import { type BrandImage, type BrandProfile, lookedAtPictures } from '../../../domain/templates/brand.ts'
import { oklchOf } from '../../../domain/templates/color/oklch.ts'
import { distance, hexOfChannels, perceivedOf } from '../../../domain/templates/color/perceived.ts'
import type { PictureLook } from '../../../domain/templates/compose/family.ts'
import { BlobMissing, type Blobs } from '../../../ports/blobs.ts'

/** Pixels on a side that a picture is scaled down to before it is looked at. */
const side = 48
/** The share of transparent pixels from which a picture is cut out. */
const clear = 0.08
/** How much pixels of a plain edge differ from their first one, and the share that may differ more. */
const plain = { distance: 0.06, spared: 0.08, least: 0.88 }

const kindOf = async (bytes: Buffer): Promise<PictureLook['kind']> => {
  const { data, info } = await sharp(bytes)
    .resize(side, side, { fit: 'fill' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const pixels = Array.from({ length: info.width * info.height }, (_, i) => data.subarray(4 * i, 4 * i + 4))
  const transparent = pixels.filter(([, , , alpha = 255]) => alpha < 32).length
  if (transparent > clear * pixels.length) return 'cut-out'
  const edges = pixels.filter((_, i) => {
    const [x, y] = [i % info.width, Math.floor(i / info.width)]
    return x === 0 || y === 0 || x === info.width - 1 || y === info.height - 1
  })
  const [red = 0, green = 0, blue = 0] = edges[0] ?? []
  const first = perceivedOf(red, green, blue)
  const others = edges.filter(([r = 0, g = 0, b = 0]) => distance(perceivedOf(r, g, b), first) > plain.distance)
  const isLight = oklchOf(hexOfChannels(red, green, blue)).l >= plain.least
  return isLight && others.length <= plain.spared * edges.length ? 'packshot' : 'scene'
}

/** undefined: the picture is no longer stored, or cannot be decoded. */
const seen = async (image: BrandImage, blobs: Pick<Blobs, 'read'>): Promise<PictureLook | undefined> => {
  const bytes = await blobs.read(image.blob).catch((error: unknown) => {
    if (error instanceof BlobMissing) return undefined
    throw error
  })
  const kind = bytes && (await kindOf(bytes).catch(() => undefined))
  return kind && { kind, ratio: image.width / image.height }
}

/**
 * What the pictures of a brand are like, by their pixels: what most of them are, of equals the largest. undefined: it has none. Rejects when the store is
 * away, since the same brand must always get the same layout. What was seen is kept as long as the brand is.
 */
export const pictureLooks = (
  blobs: Pick<Blobs, 'read'>,
): ((brand: BrandProfile) => Promise<PictureLook | undefined>) => {
  const kept = new WeakMap<BrandProfile, Promise<PictureLook | undefined>>()
  const looked = async (brand: BrandProfile): Promise<PictureLook | undefined> => {
    const looks = (await Promise.all(lookedAtPictures(brand).map(picture => seen(picture, blobs)))).flatMap(
      look => look ?? [],
    )
    const count = (kind: PictureLook['kind']) => looks.filter(look => look.kind === kind).length
    return looks.toSorted((a, b) => count(b.kind) - count(a.kind))[0]
  }
  return brand => {
    const known = kept.get(brand) ?? looked(brand)
    kept.set(brand, known)
    known.catch(() => kept.delete(brand))
    return known
  }
}
