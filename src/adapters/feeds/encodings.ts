import { isUtf8 } from 'node:buffer'
import type { CharacterEncoding } from '../../domain/asset-sources/feed-format.ts'
import { Unreadable } from './unreadable.ts'

/** What stands for bytes that are no character. */
export const replacement = '\uFFFD'

/** How the bytes of an encoding become text; those that are no character become U+FFFD. */
type Encoding = {
  /** How many bytes at the end begin a character that is not complete. */
  incomplete(bytes: Buffer): number
  decode(bytes: Buffer): { readonly text: string; readonly isValid: boolean }
}

const incompleteUtf8 = (bytes: Buffer): number => {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back]!
    if ((byte & 0xc0) === 0x80) continue
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return needed > back ? back : 0
  }
  return 0
}

const utf8: Encoding = {
  incomplete: incompleteUtf8,
  decode: bytes => ({ text: bytes.toString('utf8'), isValid: isUtf8(bytes) }),
}

const utf16 = (isBigEndian: boolean): Encoding => ({
  incomplete(bytes) {
    const odd = bytes.length % 2
    const last = bytes.length - odd - 2
    if (last < 0) return odd
    const unit = isBigEndian ? bytes.readUInt16BE(last) : bytes.readUInt16LE(last)
    const isHighSurrogate = (unit & 0xfc00) === 0xd800
    return isHighSurrogate ? odd + 2 : odd
  },
  decode(bytes) {
    const isEven = bytes.length % 2 === 0
    const even = bytes.subarray(0, bytes.length - (bytes.length % 2))
    const units = (isBigEndian ? Buffer.from(even).swap16() : even).toString('utf16le')
    const text = isEven ? units.toWellFormed() : `${units.toWellFormed()}${replacement}`
    return { text, isValid: isEven && units.isWellFormed() }
  },
})

const singleByte = (toText: (bytes: Buffer) => string): Encoding => ({
  incomplete: () => 0,
  decode: bytes => ({ text: toText(bytes), isValid: true }),
})
const windows1252 = new TextDecoder('windows-1252')

const encodings: Readonly<Record<CharacterEncoding, Encoding>> = {
  UTF_8: utf8,
  // not by TextDecoder, which reads iso-8859-1 as windows-1252
  iso_8859_1: singleByte(bytes => bytes.toString('latin1')),
  CP1252: singleByte(bytes => windows1252.decode(bytes)),
  utf_16le: utf16(false),
  utf_16be: utf16(true),
}

/** An encoding that only an XML declaration can name, such as windows-1251: whatever the platform knows. */
const named = (label: string): Encoding => {
  const decoder = new TextDecoder(label)
  return {
    incomplete: () => 0,
    decode(bytes) {
      const text = decoder.decode(bytes, { stream: true })
      return { text, isValid: !text.includes(replacement) }
    },
  }
}

/** Bytes in parts as text. `ends`: this is the last part. */
export type Decoder = (bytes: Buffer, ends: boolean) => { readonly text: string; readonly isValid: boolean }

/** A decoder of an encoding: one of ours, or the label of another one that the platform knows. */
export const decoderOf = (encoding: CharacterEncoding | { readonly label: string }): Decoder => {
  const { incomplete, decode } = typeof encoding === 'string' ? encodings[encoding] : named(encoding.label)
  let waiting: Buffer = Buffer.alloc(0)
  return (part, ends) => {
    const bytes = waiting.length === 0 ? part : Buffer.concat([waiting, part])
    const whole = bytes.length - (ends ? 0 : incomplete(bytes))
    // a copy: the next part may come in the same memory
    waiting = Buffer.from(bytes.subarray(whole))
    return decode(bytes.subarray(0, whole))
  }
}

/** The encoding that a byte order mark names. */
const ofMark = (bytes: Buffer): CharacterEncoding | undefined => {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'UTF_8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf_16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf_16be' : undefined
}

/** Bytes of the beginning in which zeros are counted. */
const counted = 1_024

/** UTF-16 without a mark: nearly all characters of a feed's beginning are ASCII, so every other byte is zero. */
const ofZeros = (bytes: Buffer): CharacterEncoding | undefined => {
  const beginning = bytes.subarray(0, counted)
  const zeros = [0, 0]
  for (const [at, byte] of beginning.entries()) if (byte === 0) zeros[at % 2]!++
  const [even = 0, odd = 0] = zeros
  const mostly = beginning.length * 0.35
  if (odd > mostly && even < odd / 8) return 'utf_16le'
  return even > mostly && odd < even / 8 ? 'utf_16be' : undefined
}

const ours: Readonly<Record<string, CharacterEncoding>> = {
  'utf-8': 'UTF_8',
  utf8: 'UTF_8',
  'us-ascii': 'UTF_8',
  ascii: 'UTF_8',
  'iso-8859-1': 'iso_8859_1',
  latin1: 'iso_8859_1',
  'windows-1252': 'CP1252',
  cp1252: 'CP1252',
}

/** The label itself. Throws Unreadable if the platform has no such encoding. */
const known = (label: string): string => {
  try {
    return new TextDecoder(label).encoding
  } catch {
    throw new Unreadable(
      'wrong-encoding',
      `The XML declares the encoding ${label}, which is not supported. Set characterEncoding, or send UTF-8.`,
    )
  }
}

/** The encoding that an XML declaration names. One of two bytes a character it cannot be, since it was read as ASCII. */
const ofDeclaration = (bytes: Buffer): CharacterEncoding | { readonly label: string } | undefined => {
  const declaration = /^\s*<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/i
  const label = declaration.exec(bytes.toString('latin1', 0, 512))?.[1]?.toLowerCase()
  if (label === undefined || label.startsWith('utf-16') || label.startsWith('ucs-2')) return undefined
  return ours[label] ?? { label: known(label) }
}

/** UTF-16 has zeros in line ends and separators at least: a file without any has left it. */
const ofBefore = (bytes: Buffer, before: CharacterEncoding | undefined): CharacterEncoding | undefined =>
  before?.startsWith('utf_16') && !bytes.subarray(0, counted).includes(0) ? undefined : before

/**
 * The encoding of a file that begins with these bytes: a byte order mark decides, then what was chosen, then the XML declaration, then zeros in
 * every other byte, then what the source was read by before.
 */
export const encodingOf = (
  bytes: Buffer,
  chosen: CharacterEncoding | undefined,
  before: CharacterEncoding | undefined,
): CharacterEncoding | { readonly label: string } =>
  ofMark(bytes) ?? chosen ?? ofDeclaration(bytes) ?? ofZeros(bytes) ?? ofBefore(bytes, before) ?? 'UTF_8'

/** The encoding that a file probably has whose beginning is not in the one that was expected. */
export const likelyEncoding = (bytes: Buffer): CharacterEncoding =>
  ofMark(bytes) ??
  ofZeros(bytes) ??
  (isUtf8(bytes.subarray(0, bytes.length - incompleteUtf8(bytes))) ? 'UTF_8' : 'CP1252')
