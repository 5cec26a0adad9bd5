import { Worker } from 'node:worker_threads'
import sharp from 'sharp'
import type { Encoder } from './encoder.ts'
import { maxPixels } from './picture.ts'

/** Frames a second (decision 26). */
export const videoRate = 25

const even = (n: number) => n + (n % 2)

const answer = <A>(from: Worker): Promise<A> =>
  new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      from.removeAllListeners('message').removeAllListeners('error').removeAllListeners('exit')
      act()
    }
    from.once('message', (message: A) => settle(() => resolve(message)))
    from.once('error', error => settle(() => reject(error)))
    from.once('exit', () => settle(() => reject(new Error('the encoder of the video ended early'))))
  })

/** H.264 in MP4, encoded in a thread of its own; sides are padded to even numbers. */
export const mp4 = (): Encoder => {
  let worker: Worker | undefined
  const start = (width: number, height: number) =>
    new Worker(new URL('./mp4-worker.ts', import.meta.url), { workerData: { width, height, frameRate: videoRate } })
  return {
    async add(png) {
      const { width, height } = await sharp(png).metadata()
      const pixels = await sharp(png, { limitInputPixels: maxPixels })
        .flatten({ background: '#fff' })
        .extend({ right: even(width) - width, bottom: even(height) - height, extendWith: 'copy' })
        .ensureAlpha()
        .raw()
        .toBuffer()
      worker ??= start(even(width), even(height))
      worker.postMessage({ frame: pixels })
      await answer(worker)
    },
    async finish() {
      if (!worker) throw new Error('no frame was drawn')
      worker.postMessage({ finish: true })
      return Buffer.from(await answer<Uint8Array>(worker))
    },
    discard: () => void worker?.terminate(),
  }
}
