/** Whether the boxes of an ISO media file end elsewhere than the file. A size of 0 means the rest of the file; of 1, that 64 bits follow. */
const endsWithinBox = (body: Buffer): boolean => {
  let at = 0
  while (at + 8 <= body.length) {
    const size = body.readUInt32BE(at)
    if (size === 0) return false
    const whole = size === 1 && at + 16 <= body.length ? Number(body.readBigUInt64BE(at + 8)) : size
    if (whole < 8) return false
    at += whole
  }
  return at !== body.length
}

/** Whether a file does not end with a mark; some are padded with zeros. */
const lacksEnd =
  (...mark: readonly number[]) =>
  (body: Buffer): boolean => {
    let end = body.length
    while (end > 0 && body[end - 1] === 0) end--
    return !body.subarray(0, end).subarray(-mark.length).equals(Buffer.from(mark))
  }

const lacksEndOfPng = lacksEnd(0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82)

const endsEarlyBy = {
  'image/png': lacksEndOfPng,
  'image/apng': lacksEndOfPng,
  'image/jpeg': lacksEnd(0xff, 0xd9),
  'image/gif': lacksEnd(0x3b),
  'image/webp': body => body.length < 12 || body.length < body.readUInt32LE(4) + 8,
  'image/avif': endsWithinBox,
} as const satisfies Readonly<Record<string, (body: Buffer) => boolean>>

/** The types whose files are decoded here; what else browsers show (BMP, icons) only they can judge. */
export type DecodedType = keyof typeof endsEarlyBy

export const isDecoded = (type: string): type is DecodedType => Object.hasOwn(endsEarlyBy, type)

/** Whether the file of a picture may be cut off: it does not end as its type says. */
export const endsEarly = (type: DecodedType, body: Buffer): boolean => endsEarlyBy[type](body)
