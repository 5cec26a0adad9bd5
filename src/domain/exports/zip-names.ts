import { trimmedEnd } from '../shared/trimmed.ts'

export type ZipFile = {
  readonly creativeName: string
  readonly adUnitName: string
  readonly width: number
  readonly height: number
  readonly scale: 1 | 2
  readonly format: string
}

const maxLength = 100
/** UTF-8 bytes: Linux allows 255, and size, number and extension are appended. */
const maxBytes = 200

/** A text cut to the limits; no character is cut in two. */
const cutOff = (text: string): string => {
  let bytes = 0
  const kept = Array.from(text)
    .slice(0, maxLength)
    .filter(character => {
      bytes += Buffer.byteLength(character)
      return bytes <= maxBytes
    })
  return kept.join('')
}
const reserved = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i

/** A name that is a valid path segment on Windows, macOS and Linux; never empty. */
export const safeSegment = (name: string): string => {
  const plain = name
    .normalize('NFC')
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069<>:"/\\|?*]/g, '_')
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '_')
  // cut, then trim: Windows drops dots and spaces at the end
  const cut = trimmedEnd(cutOff(plain).trimStart(), character => /[\s.]/.test(character))
  if (cut === '') return '_'
  return reserved.test(cut) ? `_${cut}` : cut
}

// on some systems, names that differ only in case or in composed accents are the same file
const folded = (name: string) => name.normalize('NFKC').toLowerCase().toUpperCase()

/** Gives out names, each once. Remembers where the search for a free one ended, since all creatives may want the same name. */
const namesOnce = (...taken: readonly string[]) => {
  const places = new Set(taken.map(folded))
  const tried = new Map<string, number>()
  return (wanted: string): string => {
    for (let n = tried.get(folded(wanted)) ?? 1; ; n++) {
      const name = n === 1 ? wanted : `${wanted} (${n})`
      if (places.has(folded(name))) continue
      places.add(folded(name))
      tried.set(folded(wanted), n + 1)
      return name
    }
  }
}

/**
 * Gives files their names in a ZIP (EXPORT-8), one after the other: `<creativeName>/<adUnitName>_<w>x<h>[@2x].<format>`. They are valid on
 * Windows, macOS and Linux, and unique even if case is ignored. Each creative has its own folder.
 */
export const zipNaming = (): ((file: ZipFile) => string) => {
  const folders = new Map<string, { readonly name: string; readonly fileName: (wanted: string) => string }>()
  const folderName = namesOnce('manifest.json')
  return file => {
    const folder = folders.get(file.creativeName) ?? {
      name: folderName(safeSegment(file.creativeName)),
      fileName: namesOnce(),
    }
    folders.set(file.creativeName, folder)
    const stem = `${safeSegment(file.adUnitName)}_${file.width}x${file.height}${file.scale === 2 ? '@2x' : ''}`
    return `${folder.name}/${folder.fileName(stem)}.${file.format}`
  }
}
