/** Width times height of a GIF or WebP image from its first bytes; sharp needs the complete file for these two. */
const pixelsByHeader: Readonly<Record<string, (b: Buffer) => number>> = {
  'image/gif': b => b.readUInt16LE(6) * b.readUInt16LE(8),
  'image/webp': b => {
    switch (b.toString('latin1', 12, 16)) {
      case 'VP8 ':
        return (b.readUInt16LE(26) & 0x3fff) * (b.readUInt16LE(28) & 0x3fff)
      case 'VP8L': {
        const bits = b.readUInt32LE(21)
        return ((bits & 0x3fff) + 1) * (((bits >>> 14) & 0x3fff) + 1)
      }
      default:
        return (b.readUIntLE(24, 3) + 1) * (b.readUIntLE(27, 3) + 1)
    }
  },
}
const headerBytes = 30

/** Width times height from the header; undefined for other types or an incomplete header. */
export const pixelsOfHeader = (mime: string, beginning: Buffer): number | undefined =>
  beginning.length < headerBytes ? undefined : pixelsByHeader[mime]?.(beginning)

/** TIFF usually has its directory at the end, so an incomplete file is detected by its first four bytes. */
export const isTiff = (beginning: Buffer): boolean => /^(?:II\*\0|MM\0\*)/.test(beginning.toString('latin1', 0, 4))
