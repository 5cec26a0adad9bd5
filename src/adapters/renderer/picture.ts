import sharp from 'sharp'
import type { Resource } from '../../ports/renderer.ts'
import { Undrawable } from './undrawable.ts'

/** Maximum pixels of an image or a frame (HTTP-20). */
export const maxPixels = 25_000_000

const isRaster = /^image\/(?!svg)/i
/**
 * Whether bytes are those of a PNG, JPEG, GIF, WebP, AVIF or HEIF. A server may call an SVG a PNG, and sharp would draw it, which nothing can
 * end; no SVG can begin with these bytes, whatever its comments hold.
 */
const isPicture = (body: Buffer): boolean => {
  const first = body.toString('latin1', 0, 12)
  return (
    ['\x89PNG', '\xff\xd8\xff', 'GIF8'].some(bytes => first.startsWith(bytes)) ||
    (first.startsWith('RIFF') && first.endsWith('WEBP')) ||
    (first.startsWith('\0') && first.slice(4, 8) === 'ftyp')
  )
}
/** The chunk that marks a PNG as animated precedes its image data. */
const isAnimatedPng = (body: Buffer) => body.subarray(0, 4096).includes('acTL')

/**
 * An image as the renderer shows it. An animated one (GIF, WebP, APNG) is reduced to its first frame, since Chromium
 * plays it in real time. Throws Undrawable `too-large` above 25 megapixels. Other files, and those that sharp cannot read,
 * are left to Chromium.
 */
export const stillPicture = async (resource: Resource, url: string): Promise<Resource> => {
  const { body, contentType, fault } = resource
  if (fault !== undefined || !isRaster.test(contentType) || !isPicture(body)) return resource
  const known = await sharp(body, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined)
  if (!known) return resource
  if (known.width * (known.pageHeight ?? known.height) > maxPixels)
    throw new Undrawable(
      'too-large',
      `the image ${url.split(/[?#]/, 1)[0]} has more than ${maxPixels / 1e6} megapixels`,
    )
  if ((known.pages ?? 1) === 1 && !isAnimatedPng(body)) return resource
  const still = await sharp(body, { limitInputPixels: maxPixels }).png().toBuffer()
  return { ...resource, body: still, contentType: 'image/png' }
}
