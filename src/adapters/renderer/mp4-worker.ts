import { createRequire } from 'node:module'
import { parentPort } from 'node:worker_threads'
import type { VideoMessage } from './video-message.ts'

type Encoder = {
  width: number
  height: number
  frameRate: number
  speed: number
  quantizationParameter: number
  outputFilename: string
  initialize(): void
  addFrameRgba(pixels: Uint8Array): void
  finalize(): void
  delete(): void
  FS: { readFile(name: string): Uint8Array<ArrayBuffer>; unlink(name: string): void }
}
// the package is a script that finds its module through require
const { createH264MP4Encoder } = createRequire(import.meta.url)('h264-mp4-encoder') as {
  createH264MP4Encoder(): Promise<Encoder>
}

// the file contains its creation time; the same frames must produce the same bytes
Date.now = () => Date.UTC(2026, 0, 1)

/** Lower means better and larger; at 20 the text of an ad stays sharp. */
const quality = 20
/**
 * From 0 to 10. For ads, the fastest is only 0.1 dB and 7 % of size worse than the slowest, in a quarter of the time.
 */
const speed = 10

let encoder: Encoder | undefined
let shown: Uint8Array = new Uint8Array()

/** Pixels in the encoder's format with even sides: the last column and row are repeated if necessary. */
const padded = (frame: VideoMessage & { readonly kind: 'frame' }, width: number, height: number): Uint8Array => {
  const { pixels, channels } = frame
  const to = new Uint8Array(width * height * 4).fill(255)
  for (let y = 0, at = 0; y < height; y++) {
    const row = Math.min(y, frame.height - 1) * frame.width
    for (let x = 0; x < width; x++, at += 4) {
      const from = (row + Math.min(x, frame.width - 1)) * channels
      to[at] = pixels[from] ?? 0
      to[at + 1] = pixels[from + 1] ?? 0
      to[at + 2] = pixels[from + 2] ?? 0
    }
  }
  return to
}

const begun = (): Encoder => {
  if (!encoder) throw new Error('a video must start with its size')
  return encoder
}

const handled = async (message: VideoMessage): Promise<Uint8Array<ArrayBuffer> | undefined> => {
  switch (message.kind) {
    case 'start': {
      const { width, height, frameRate } = message
      encoder = Object.assign(await createH264MP4Encoder(), {
        width,
        height,
        frameRate,
        speed,
        quantizationParameter: quality,
      })
      encoder.initialize()
      return undefined
    }
    case 'frame': {
      const { width, height } = begun()
      shown = padded(message, width, height)
      begun().addFrameRgba(shown)
      return undefined
    }
    case 'repeat':
      begun().addFrameRgba(shown)
      return undefined
    case 'finish': {
      const ending = begun()
      ending.finalize()
      const bytes = ending.FS.readFile(ending.outputFilename)
      ending.FS.unlink(ending.outputFilename)
      ending.delete()
      encoder = undefined
      return bytes
    }
  }
}

let last: Promise<unknown> = Promise.resolve()
// in sequence, even while the first message waits for its encoder; an error ends the thread, which its owner detects
parentPort?.on('message', (message: VideoMessage) => {
  last = last.then(async () => {
    const bytes = await handled(message)
    parentPort?.postMessage(bytes, bytes ? [bytes.buffer] : [])
  })
})
