import sharp from 'sharp'
import type { BoundedThread } from '../threads/bounded-thread.ts'
import { type ThreadPool, threadPool } from '../threads/thread-pool.ts'
import { withColours } from './film-colours.ts'
import { maxPixels } from './picture.ts'

/** Encodes the frames of a job in order. */
export type Encoder = {
  /** Adds a frame, as PNG; undefined: the one before again. It may resolve before it is encoded; a later call then rejects on failure. */
  add(png?: Buffer): Promise<void>
  finish(): Promise<Buffer>
}

type Frame = {
  /** Row by row, four bytes each, of which the last is ignored. */
  readonly pixels: Uint8Array
  readonly width: number
  readonly height: number
  readonly frameRate: number
}
/** A frame, the one before again, or the end of the video, which is answered with the bytes of the file. */
export type VideoTask = Frame | 'repeat' | 'finish'
type VideoAnswer = Uint8Array<ArrayBuffer> | undefined
export type VideoThreads = Pick<ThreadPool<VideoTask, VideoAnswer>, 'lend' | 'close'>

/** Frames a second (EXPORT-9). */
export const videoRate = 25
/** Frames that may be queued, so that rendering continues during encoding. */
const ahead = 4
/** For one frame, and for the end of a film. */
const limits = { deadlineMs: 60_000, heapMb: 256, buffersMb: 2_048 }

/** Threads that encode one video at a time each, for so many drawings, which never wait for one. */
export const videoThreads = (drawings: number): VideoThreads =>
  threadPool(new URL('./mp4-thread.ts', import.meta.url), { ...limits, inAll: drawings, perAccount: drawings })

/** The pixels of a frame, with sides of even length: the last column and row are repeated if necessary. */
const frameOf = async (png: Buffer): Promise<Frame> => {
  const image = sharp(png, { limitInputPixels: maxPixels })
  const { width, height } = await image.metadata()
  const { data, info } = await image
    .removeAlpha()
    .extend({ right: width % 2, bottom: height % 2, extendWith: 'copy' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height, frameRate: videoRate }
}

/** H.264 in MP4. */
export const mp4 = (thread: Pick<BoundedThread<VideoTask, VideoAnswer>, 'ask'>): Encoder => {
  let last: Promise<unknown> = Promise.resolve()
  const underWay: Promise<unknown>[] = []
  return {
    async add(png) {
      last = Promise.all([png ? frameOf(png) : 'repeat', last] as const).then(([task]) => thread.ask(task))
      // the next caller that waits receives a failure
      last.catch(() => undefined)
      underWay.push(last)
      if (underWay.length > ahead) await underWay.shift()
    },
    async finish() {
      await last
      const bytes = await thread.ask('finish')
      if (bytes === undefined) throw new TypeError('the encoder of the video answered no bytes')
      return withColours(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    },
  }
}
