import sharp from 'sharp'
import type { RenderFormat, RenderJob } from '../../ports/renderer.ts'
import { type Encoder, mp4, type VideoThreads, videoRate } from './mp4.ts'
import { maxPixels } from './picture.ts'

sharp.cache(false)

const gifRate = 10
/** The longest animation of an ad (PROVISION-8), in milliseconds: what is measured as longer is cut there. */
export const longestMs = 30_000
const bounded = { limitInputPixels: maxPixels }

/** The times that a format shows, in milliseconds (EXPORT-9): the last frame, or every frame of the duration. */
export const timesOf = (format: RenderFormat, durationMs: number): readonly number[] => {
  const rate = format === 'gif' ? gifRate : format === 'mp4' ? videoRate : 0
  // at durationMs itself, an animation without fill is back at its start
  if (rate === 0 || durationMs <= 0) return [Math.max(0, durationMs - 1)]
  const frames = Math.max(1, Math.round((durationMs / 1000) * rate))
  return Array.from({ length: frames }, (_, i) => (i === frames - 1 ? durationMs - 1 : Math.round((i * 1000) / rate)))
}

const still = (make: (png: Buffer) => Promise<Buffer>): Encoder => {
  let last: Buffer | undefined
  return {
    add: async png => {
      last = png ?? last
    },
    finish: () => (last ? make(last) : Promise.reject(new Error('no frame was rendered'))),
  }
}

/**
 * How often a GIF of so many frames shows: as often as `mostMs` allows, which ad networks ask for, and once at least. 0: for ever, as
 * sharp has it.
 */
const roundsOf = (frames: number, mostMs: number): number =>
  mostMs === 0 ? 0 : Math.max(1, Math.floor(mostMs / ((frames * 1000) / gifRate)))

const gif = (mostMs: number): Encoder => {
  const frames: Buffer[] = []
  return {
    add: async (png = frames.at(-1)) => void (png && frames.push(png)),
    finish: () => {
      const delay = frames.map(() => 1000 / gifRate)
      // sharp joins at least two
      const picture =
        frames.length > 1 ? sharp(frames, { ...bounded, join: { animated: true } }) : sharp(frames[0], bounded)
      return picture
        .gif({ delay, loop: roundsOf(frames.length, mostMs), effort: 4, keepDuplicateFrames: true })
        .toBuffer()
    },
  }
}

const jpeg = (png: Buffer): Promise<Buffer> =>
  sharp(png, bounded).flatten({ background: '#fff' }).jpeg({ quality: 90, chromaSubsampling: '4:4:4' }).toBuffer()
const tiff = (png: Buffer): Promise<Buffer> => sharp(png, bounded).tiff({ compression: 'lzw' }).toBuffer()

/** Work with the encoder of a job's format; `videos` encode films, and a GIF ends after `gifMs`, 0: never. */
export const withEncoder = <A>(
  { format, accountId }: RenderJob,
  { videos, gifMs }: { readonly videos: VideoThreads; readonly gifMs: number },
  work: (encoder: Encoder) => Promise<A>,
): Promise<A> => {
  switch (format) {
    case 'png':
      return work(still(async png => png))
    case 'jpg':
      return work(still(jpeg))
    case 'tiff':
      return work(still(tiff))
    case 'gif':
      return work(gif(gifMs))
    case 'mp4':
      return videos.lend(accountId, thread => work(mp4(thread)))
  }
}
