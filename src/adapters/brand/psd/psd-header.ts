import { limits } from '../limits.ts'
import { Unreadable } from '../unreadable.ts'

/** Bytes of the header of a PSD. */
export const headerBytes = 26
const modes = { grayscale: 1, indexed: 2, rgb: 3 }

/** The header says what the rest would cost, so it is checked before anything is decoded. */
export const checkHeader = (bytes: Buffer): void => {
  if (bytes.length < headerBytes) throw new Unreadable('unreadable', 'The PSD is damaged.')
  const [height, width] = [bytes.readUInt32BE(14), bytes.readUInt32BE(18)]
  if (width * height > limits.pixels)
    throw new Unreadable('too-large', `The design has more than ${limits.pixels / 1e6} megapixels.`)
  if (width === 0 || height === 0) throw new Unreadable('unreadable', 'The PSD is damaged.')
  if (!Object.values(modes).includes(bytes.readUInt16BE(24)))
    throw new Unreadable('unreadable', 'The PSD is not in RGB. Convert it to RGB, and send it again.')
}
