import type { PixelData } from 'ag-psd'
import type { Pixels } from '../pictures/palette.ts'
import { Unreadable } from '../unreadable.ts'

/** Channels of any depth as bytes. */
const asBytes = (data: PixelData['data']): Uint8Array | Uint8ClampedArray => {
  if (data instanceof Uint8Array || data instanceof Uint8ClampedArray) return data
  return Uint8ClampedArray.from(data, data instanceof Uint16Array ? value => value / 257 : value => value * 255)
}
export const pixelsOf = ({ data, width, height }: PixelData): Pixels => ({ data: asBytes(data), width, height })

/** What the library throws for a broken PSD says nothing to the person who sent it. */
export const orDamaged = <A>(read: () => A): A => {
  try {
    return read()
  } catch (error) {
    if (error instanceof Error) throw new Unreadable('unreadable', 'The PSD is damaged.')
    throw error
  }
}
