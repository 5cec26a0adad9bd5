import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'

type Encoder = {
  width: number
  height: number
  frameRate: number
  quantizationParameter: number
  outputFilename: string
  initialize(): void
  addFrameRgba(pixels: Uint8Array): void
  finalize(): void
  delete(): void
  FS: { readFile(name: string): Uint8Array }
}
// the package is a script that finds its module by require
const { createH264MP4Encoder } = createRequire(import.meta.url)('h264-mp4-encoder') as {
  createH264MP4Encoder(): Promise<Encoder>
}

// the file names the time it was made at; the same frames are to give the same bytes
Date.now = () => Date.UTC(2026, 0, 1)

const { width, height, frameRate } = workerData as { width: number; height: number; frameRate: number }
/** Lower is better and larger; at 20 the text of an ad stays sharp. */
const quality = 20

const encoder = await createH264MP4Encoder()
Object.assign(encoder, { width, height, frameRate, quantizationParameter: quality })
encoder.initialize()

parentPort?.on('message', (message: { frame?: Uint8Array; finish?: true }) => {
  if (message.frame) {
    encoder.addFrameRgba(message.frame)
    parentPort?.postMessage('added')
    return
  }
  encoder.finalize()
  const bytes = encoder.FS.readFile(encoder.outputFilename)
  encoder.delete()
  parentPort?.postMessage(bytes)
})
