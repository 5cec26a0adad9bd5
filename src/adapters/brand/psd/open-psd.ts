import { readFile } from 'node:fs/promises'
import { getCompositeImageData, initializeCanvas, type Layer, type Psd, readPsd } from 'ag-psd'
import { limits } from '../limits.ts'
import type { Pixels } from '../pictures/palette.ts'
import { Unreadable } from '../unreadable.ts'
import { orDamaged, pixelsOf } from './decoded.ts'

const noCanvas = (): never => {
  throw new Error('pixels are read as they are, without a canvas')
}
initializeCanvas(noCanvas, (width, height) => ({
  data: new Uint8ClampedArray(width * height * 4),
  width,
  height,
  colorSpace: 'srgb',
}))

/** Bytes of the header of a PSD. */
const headerBytes = 26
const modes = { grayscale: 1, indexed: 2, rgb: 3 }

/** The header says what the rest would cost, so it is checked before anything is decoded. */
const checkHeader = (bytes: Buffer): void => {
  if (bytes.length < headerBytes) throw new Unreadable('unreadable', 'The PSD is damaged.')
  const [height, width] = [bytes.readUInt32BE(14), bytes.readUInt32BE(18)]
  if (width * height > limits.pixels)
    throw new Unreadable('too-large', `The design has more than ${limits.pixels / 1e6} megapixels.`)
  if (width === 0 || height === 0) throw new Unreadable('unreadable', 'The PSD is damaged.')
  if (!Object.values(modes).includes(bytes.readUInt16BE(24)))
    throw new Unreadable('unreadable', 'The PSD is not in RGB. Convert it to RGB, and send it again.')
}

export type OpenPsd = {
  readonly width: number
  readonly height: number
  /** Groups and layers, from back to front. */
  readonly layers: readonly Layer[]
  /** Degrees of the light that effects of layers share. */
  readonly globalAngle?: number | undefined
  /** The design as Photoshop showed it. Undefined if the file does not hold it. */
  composite(): Pixels | undefined
}

/** Opens a PSD without decoding its pixels: each layer is decoded when it is needed. Throws Unreadable. */
export const openPsd = async (path: string): Promise<OpenPsd> => {
  const bytes = await readFile(path)
  checkHeader(bytes)
  const psd: Psd = orDamaged(() =>
    readPsd(bytes, { useRawData: true, useImageData: true, skipThumbnail: true, skipLinkedFilesData: true }),
  )
  return {
    width: psd.width,
    height: psd.height,
    layers: psd.children ?? [],
    globalAngle: psd.imageResources?.globalAngle,
    composite: () =>
      orDamaged(() => {
        const data = getCompositeImageData(psd)
        return data && pixelsOf(data)
      }),
  }
}
