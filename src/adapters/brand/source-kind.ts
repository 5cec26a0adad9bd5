import { isText } from '../../domain/assets/text-type.ts'

export type SourceKind = 'html' | 'pdf' | 'psd' | 'zip' | 'png' | 'jpeg' | 'webp' | 'svg' | 'text' | 'unknown'

const startsWith = (bytes: Uint8Array, latin: string, at = 0): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', at, at + latin.length) === latin

/** The kind of a file by its first bytes (TEMPLATE-4); a name or content type never decides. */
export const kindOf = (bytes: Buffer): SourceKind => {
  if (startsWith(bytes, '8BPS')) return 'psd'
  if (startsWith(bytes, 'PK\x03\x04') || startsWith(bytes, 'PK\x05\x06')) return 'zip'
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'png'
  if (startsWith(bytes, '\xff\xd8\xff')) return 'jpeg'
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'webp'
  // readers accept a PDF that begins within the first kilobyte
  if (bytes.subarray(0, 1_024).includes('%PDF-')) return 'pdf'
  if (!isText(bytes)) return 'unknown'
  const text = bytes.toString('latin1').replace(/^(?:\xef\xbb\xbf|\s)+/, '')
  if (/^<svg[\s>]/i.test(text) || (/^(?:<\?xml|<!--|<!DOCTYPE svg)/i.test(text) && /<svg[\s>]/i.test(text)))
    return 'svg'
  return /^<(?:!doctype html|!--|html|head|body|meta|title|style|link|div|main|section|header|h[1-6]|p)\b/i.test(
    text,
  ) || text.startsWith('<!--')
    ? 'html'
    : 'text'
}
