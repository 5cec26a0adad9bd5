import { readFile } from 'node:fs/promises'
import { getCompositeImageData, initializeCanvas, type Layer, type Psd, readPsd } from 'ag-psd'
import type { Pixels } from '../pictures/palette.ts'
import { orDamaged, pixelsOf } from './decoded.ts'
import { checkHeader } from './psd-header.ts'

const noCanvas = (): never => {
  throw new Error('pixels are read as they are, without a canvas')
}
initializeCanvas(noCanvas, (width, height) => ({
  data: new Uint8ClampedArray(width * height * 4),
  width,
  height,
  colorSpace: 'srgb',
}))

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
