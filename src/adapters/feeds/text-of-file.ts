import type { CharacterEncoding } from '../../domain/asset-sources/feed-format.ts'
import { decoderOf, encodingOf, likelyEncoding, replacement } from './encodings.ts'
import { isPacked, unpacked } from './unpacked.ts'
import { Unreadable } from './unreadable.ts'

export type TextOptions = {
  readonly mostBytes: number
  /** The file is only the beginning of the feed. */
  readonly cut: boolean
  /** The encoding that somebody chose. */
  readonly chosen?: CharacterEncoding | undefined
  /** The encoding by which the source was read before. */
  readonly before?: CharacterEncoding | undefined
}

/** A place in a text: lines and characters count from 1. */
export type Place = { readonly line: number; readonly column: number }

export type FileText = {
  /** Part by part. */
  readonly parts: AsyncGenerator<string>
  /** The encoding, once a part was read; undefined: one that only an XML declaration can name. */
  encoding(): CharacterEncoding | undefined
  /** The first places whose bytes are not of the encoding, so far. */
  invalid(): readonly Place[]
  /** The encoding that would fit better than the one that was used. */
  likely(): CharacterEncoding
}

const mostPlaces = 3

/** Follows lines, and notes where bytes were invalid. */
const placesOfInvalid = () => {
  const places: Place[] = []
  let line = 1
  let column = 1
  return {
    places,
    read(text: string, isValid: boolean): void {
      let begin = 0
      const noteIn = (end: number) => {
        for (let at = text.indexOf(replacement, begin); at >= 0 && at < end; at = text.indexOf(replacement, at + 1)) {
          if (places.length === mostPlaces) return
          places.push({ line, column: column + at - begin })
        }
      }
      for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', begin)) {
        if (!isValid) noteIn(end)
        line++
        column = 1
        begin = end + 1
      }
      if (!isValid) noteIn(text.length)
      column += text.length - begin
    },
  }
}

/** Characters of padding that are kept until more text follows; longer padding is left out. */
const mostPadding = 65_536
const isPadding = (code: number): boolean => code === 0x00 || code === 0x1a
const isBlank = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d)

/** Where the padding at the end of a text begins: NUL bytes and the end-of-file mark of DOS, and blanks after them. */
const paddingIn = (text: string): number => {
  let padding = text.length
  for (let at = text.length - 1; at >= 0; at--) {
    const code = text.charCodeAt(at)
    if (isPadding(code)) padding = at
    else if (!isBlank(code)) break
  }
  return padding
}

/** The text without a byte order mark and the padding at its end. */
async function* withoutPadding(parts: AsyncGenerator<string>): AsyncGenerator<string> {
  let held = ''
  let isFirst = true
  for await (const part of parts) {
    const text = isFirst && part.startsWith('\uFEFF') ? part.slice(1) : part
    isFirst &&= part === ''
    const own = text.slice(0, paddingIn(text))
    if (own !== '') {
      yield held + own
      held = ''
    }
    held = (held + text.slice(own.length)).slice(0, mostPadding)
  }
}

/**
 * The text of a feed, part by part; gzip and ZIP files are unpacked. Bytes that are not of the encoding become U+FFFD: whoever reads decides how
 * many are too many. Throws Unreadable for a broken archive, and beyond `mostBytes` unpacked.
 */
export const textOfFile = (path: string, { mostBytes, cut, chosen, before }: TextOptions): FileText => {
  const found = placesOfInvalid()
  let encoding: ReturnType<typeof encodingOf> | undefined
  let likely: CharacterEncoding = 'UTF_8'

  async function* decoded(): AsyncGenerator<string> {
    let decode: ReturnType<typeof decoderOf> | undefined
    let bytes = 0
    const read = (part: Buffer, ends: boolean): string => {
      const { text, isValid } = decode!(part, ends)
      if (!isValid && found.places.length === 0) likely = likelyEncoding(part)
      found.read(text, isValid)
      return text
    }
    for await (const part of unpacked(path, cut)) {
      if (part.length === 0) continue
      if (bytes === 0 && isPacked(part))
        throw new Unreadable('malformed-archive', 'The feed is packed twice. Pack it once.')
      bytes += part.length
      if (bytes > mostBytes) throw new Unreadable('too-large', `The feed has more than ${mostBytes} bytes.`)
      encoding ??= encodingOf(part, chosen, before)
      decode ??= decoderOf(encoding)
      yield read(part, false)
    }
    // of a beginning the last character may be incomplete
    if (decode && !cut) yield read(Buffer.alloc(0), true)
  }
  return {
    parts: withoutPadding(decoded()),
    encoding: () => (typeof encoding === 'object' ? undefined : (encoding ?? chosen ?? before ?? 'UTF_8')),
    invalid: () => found.places,
    likely: () => likely,
  }
}
