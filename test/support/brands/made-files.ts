import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { ZipFile } from 'yazl'

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
/** A PNG of one bit a pixel that says what size it has; `rows`: how many it holds, all black. */
export const pngOf = (width: number, height: number, rows = height): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const data = deflateSync(Buffer.alloc(rows * (Math.ceil(width / 8) + 1)))
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

/** A picture of one color, 64 pixels wide and high. */
export const plain = (color: string, format: 'png' | 'jpeg' | 'webp' = 'png'): Promise<Buffer> =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: color } })
    .toFormat(format)
    .toBuffer()

export const zipOf = async (entries: Readonly<Record<string, Buffer | string>>): Promise<Buffer> => {
  const zip = new ZipFile()
  for (const [name, bytes] of Object.entries(entries)) zip.addBuffer(Buffer.from(bytes), name)
  zip.end()
  return Buffer.concat(await Array.fromAsync(zip.outputStream as AsyncIterable<Buffer>))
}
/** Replaces a text in a file by one of the same length, everywhere. */
export const patched = (bytes: Buffer, from: string, to: string): Buffer =>
  Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1')

/** A ZIP whose directory says other sizes than its entries have; of all entries. */
export const lyingZip = (bytes: Buffer, unpacked: number): Buffer => {
  const lying = Buffer.from(bytes)
  for (let at = lying.indexOf('PK\x01\x02', 0, 'latin1'); at >= 0; at = lying.indexOf('PK\x01\x02', at + 4, 'latin1'))
    lying.writeUInt32LE(unpacked, at + 24)
  return lying
}
/** A ZIP whose end says that it has so many entries. */
export const countingZip = (bytes: Buffer, entries: number): Buffer => {
  const counting = Buffer.from(bytes)
  const end = counting.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  counting.writeUInt16LE(entries, end + 8)
  counting.writeUInt16LE(entries, end + 10)
  return counting
}
/** A ZIP whose entries say that they are encrypted. */
export const lockedZip = (bytes: Buffer): Buffer => {
  const locked = Buffer.from(bytes)
  for (let at = locked.indexOf('PK\x01\x02', 0, 'latin1'); at >= 0; at = locked.indexOf('PK\x01\x02', at + 4, 'latin1'))
    locked.writeUInt16LE(1, at + 8)
  return locked
}

/** A PDF of objects by number; readers find them without a table of places. */
export const pdfOf = (objects: Readonly<Record<number, string | Buffer>>, trailer = ''): Buffer =>
  Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    ...Object.entries(objects).flatMap(([number, body]) => [
      Buffer.from(`${number} 0 obj\n`),
      Buffer.from(body),
      Buffer.from('\nendobj\n'),
    ]),
    Buffer.from(`trailer\n<< /Root 1 0 R ${trailer} >>\n%%EOF\n`),
  ])
export const packedStream = (bytes: Buffer, more = ''): Buffer => {
  const packed = deflateSync(bytes)
  return Buffer.concat([
    Buffer.from(`<< /Length ${packed.length} /Filter /FlateDecode ${more} >>\nstream\n`),
    packed,
    Buffer.from('\nendstream'),
  ])
}

/** The header of a PSD. `mode`: 3 is RGB, 4 is CMYK. */
export const psdHeader = (width: number, height: number, mode = 3): Buffer => {
  const header = Buffer.alloc(26)
  header.write('8BPS', 0, 'latin1')
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(3, 12)
  header.writeUInt32BE(height, 14)
  header.writeUInt32BE(width, 18)
  header.writeUInt16BE(8, 22)
  header.writeUInt16BE(mode, 24)
  return header
}
/** A section with the length that it says to have. */
export const section = (bytes: Buffer, length = bytes.length): Buffer => {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(length >>> 0)
  return Buffer.concat([head, bytes])
}
