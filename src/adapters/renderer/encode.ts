import { Worker } from 'node:worker_threads'
import sharp from 'sharp'
import type { RenderFormat } from '../../ports/renderer.ts'

sharp.cache(false)

const gifRate = 10
const videoRate = 25

/** The moments, in milliseconds, that a format shows (decision 26): the last frame, or every frame of the duration. */
export const timesOf = (format: RenderFormat, durationMs: number): readonly number[] => {
  const rate = format === 'gif' ? gifRate : format === 'mp4' ? videoRate : 0
  // at durationMs itself an animation without fill is back at its start
  if (rate === 0 || durationMs <= 0) return [Math.max(0, durationMs - 1)]
  const frames = Math.max(1, Math.round((durationMs / 1000) * rate))
  return Array.from({ length: frames }, (_, i) => (i === frames - 1 ? durationMs - 1 : Math.round((i * 1000) / rate)))
}

/** Takes frames as PNG, in order, and makes the file. */
export type Encoder = { add(png: Buffer): Promise<void>; finish(): Promise<Buffer>; discard(): void }

const still = (make: (png: Buffer) => Promise<Buffer>): Encoder => {
  let last: Buffer | undefined
  return {
    add: async png => {
      last = png
    },
    finish: () => (last ? make(last) : Promise.reject(new Error('no frame was drawn'))),
    discard: () => undefined,
  }
}

const gif = (): Encoder => {
  const frames: Buffer[] = []
  return {
    add: async png => void frames.push(png),
    finish: () => {
      const delay = frames.map(() => 1000 / gifRate)
      return sharp(frames, frames.length > 1 ? { join: { animated: true } } : {})
        .gif({ delay, loop: 0, effort: 4 })
        .toBuffer()
    },
    discard: () => void frames.splice(0),
  }
}

const even = (n: number) => n + (n % 2)

/** H.264 in MP4, encoded in a thread of its own; sides are padded to even numbers. */
const mp4 = (): Encoder => {
  let worker: Worker | undefined
  const start = (width: number, height: number) =>
    new Worker(new URL('./mp4-worker.ts', import.meta.url), { workerData: { width, height, frameRate: videoRate } })
  const answer = <A>(from: Worker): Promise<A> =>
    new Promise((resolve, reject) => {
      const settle = (act: () => void) => {
        from.removeAllListeners('message').removeAllListeners('error')
        act()
      }
      from.once('message', (message: A) => settle(() => resolve(message)))
      from.once('error', error => settle(() => reject(error)))
    })
  return {
    async add(png) {
      const { width = 1, height = 1 } = await sharp(png).metadata()
      const pixels = await sharp(png)
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
      const bytes = Buffer.from(await answer<Uint8Array>(worker))
      await worker.terminate()
      return bytes
    },
    discard: () => void worker?.terminate(),
  }
}

/** The encoder of a format. */
export const encoderOf = (format: RenderFormat): Encoder => {
  switch (format) {
    case 'png':
      return still(async png => png)
    case 'jpg':
      return still(png =>
        sharp(png).flatten({ background: '#fff' }).jpeg({ quality: 90, chromaSubsampling: '4:4:4' }).toBuffer(),
      )
    case 'tiff':
      return still(png => sharp(png).tiff({ compression: 'lzw' }).toBuffer())
    case 'gif':
      return gif()
    case 'mp4':
      return mp4()
  }
}
