import sharp from 'sharp'
import type { Encoder } from './encoder.ts'
import { withColours } from './film-colours.ts'
import { maxPixels } from './picture.ts'
import type { VideoMessage } from './video-message.ts'
import type { VideoWorker, VideoWorkers } from './video-workers.ts'

/** Frames a second (EXPORT-9). */
export const videoRate = 25
/** Frames that may be queued, so that rendering continues during encoding. */
const ahead = 4

const even = (n: number) => n + (n % 2)

const pixelsOf = async (png: Buffer): Promise<VideoMessage & { readonly kind: 'frame' }> => {
  const { data, info } = await sharp(png, { limitInputPixels: maxPixels }).raw().toBuffer({ resolveWithObject: true })
  return { kind: 'frame', pixels: data, width: info.width, height: info.height, channels: info.channels }
}

/** H.264 in MP4, encoded in a separate thread; sides are padded to even numbers. */
export const mp4 = (workers: VideoWorkers): Encoder => {
  let worker: VideoWorker | undefined
  let last: Promise<unknown> = Promise.resolve()
  const underWay: Promise<unknown>[] = []
  const asked = async (message: VideoMessage): Promise<unknown> => {
    if (worker === undefined && message.kind === 'frame') {
      worker = workers.take()
      await worker.ask({
        kind: 'start',
        width: even(message.width),
        height: even(message.height),
        frameRate: videoRate,
      })
    }
    if (worker === undefined) throw new Error('no frame was rendered')
    return worker.ask(message)
  }
  const inTurn = async (message: Promise<VideoMessage> | VideoMessage): Promise<void> => {
    const before = last
    last = Promise.all([message, before]).then(([ready]) => asked(ready))
    // the next caller that waits receives a failure
    last.catch(() => undefined)
    underWay.push(last)
    if (underWay.length > ahead) await underWay.shift()
  }
  return {
    add: png => inTurn(pixelsOf(png)),
    repeat: () => inTurn({ kind: 'repeat' }),
    async finish() {
      await last
      const bytes = await asked({ kind: 'finish' })
      if (!(bytes instanceof Uint8Array)) throw new TypeError('the encoder of the video answered no bytes')
      if (worker) workers.giveBack(worker)
      worker = undefined
      return withColours(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    },
    discard() {
      worker?.end()
      worker = undefined
    },
  }
}
