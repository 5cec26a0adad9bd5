import type { RenderFailure, RenderJob } from '../../ports/renderer.ts'
import { timesOf } from './encode.ts'
import { maxPixels } from './picture.ts'

/** Blocks of 16 x 16 pixels of a video: the encoder aborts at a frame of more that looks like the one before. */
const maxBlocks = 65_535
const blocks = (side: number) => Math.ceil(side / 16)
const isTooLargeVideo = ({ format, durationMs = 0, width, height }: RenderJob): boolean =>
  format === 'mp4' && timesOf(format, durationMs).length > 1 && blocks(width) * blocks(height) > maxBlocks

/** Why a page has too many pixels for its format; undefined: it does not. */
export const tooLarge = (job: RenderJob): RenderFailure | undefined => {
  const { width, height, scale, label } = job
  const refused = (limit: string) => ({
    code: 'too-large',
    detail: `${label} would have ${width * scale} x ${height * scale} pixels; the limit is ${limit}`,
  })
  if (width * height * scale ** 2 > maxPixels) return refused(`${maxPixels / 1e6} million`)
  return isTooLargeVideo(job) ? refused('16.7 million for a video') : undefined
}
