import { stringify } from 'csv-stringify/sync'

/** A row of the tags file, one per ad unit; sizes in CSS pixels, dates ISO days. */
export type TagRow = {
  readonly campaignId: number
  readonly campaignName: string
  readonly mediaChannel?: string
  readonly adServer?: string
  readonly placementId?: string
  readonly placementName?: string
  readonly adUnitId: number
  readonly adUnitName: string
  readonly width: number
  readonly height: number
  /** `JAVASCRIPT`, the only type so far. */
  readonly tagType: string
  readonly secure: boolean
  readonly tag: string
  /** Separated by spaces, which addresses cannot contain. */
  readonly clickTracker: string
  readonly impressionTracker: string
  readonly startDate?: string
  readonly endDate?: string
}

/**
 * Makes user-entered text safe for spreadsheets: an apostrophe precedes text that would be read as a formula
 * (`=`, `+`, `-`, `@`, their full-width forms, tab, carriage return and line feed).
 */
export const guarded = (text: string): string => (/^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text)

const columns: readonly (readonly [string, (row: TagRow) => string | number])[] = [
  ['Campaign ID', row => row.campaignId],
  ['Campaign Name', row => guarded(row.campaignName)],
  ['Media Channel', row => guarded(row.mediaChannel ?? '')],
  ['Ad Server', row => guarded(row.adServer ?? '')],
  ['Placement ID', row => guarded(row.placementId ?? '')],
  ['Placement Name', row => guarded(row.placementName ?? '')],
  ['Ad Unit ID', row => row.adUnitId],
  ['Ad Unit Name', row => guarded(row.adUnitName)],
  ['Width', row => row.width],
  ['Height', row => row.height],
  ['Tag Type', row => row.tagType],
  ['Secure', row => (row.secure ? 'Yes' : 'No')],
  ['Tag', row => row.tag],
  ['Click Tracker', row => guarded(row.clickTracker)],
  ['Impression Tracker', row => guarded(row.impressionTracker)],
  ['Start Date', row => row.startDate ?? ''],
  ['End Date', row => row.endDate ?? ''],
]

/** The column names, in the order of TAGS-2. */
export const tagColumns: readonly string[] = columns.map(([name]) => name)

/** The tags file (TAGS-2): RFC 4180 with a header row, CRLF, and UTF-8 with a byte order mark. */
export const tagsCsv = (rows: readonly TagRow[]): string =>
  stringify([tagColumns, ...rows.map(row => columns.map(([, cell]) => cell(row)))], {
    bom: true,
    record_delimiter: '\r\n',
    // Some readers lose a lone CR or LF, and leading or trailing blanks, unless quoted.
    quoted_match: /[\r\n]|^\s|\s$/,
    cast: { string: value => value.toWellFormed() },
  })

/** The filename in the two forms of RFC 6266, and the header with both. */
export type TagsFilename = { readonly ascii: string; readonly utf8star: string; readonly header: string }

const suffix = '_tags.csv'
// File systems allow 255 bytes; leave room for the suffix and a browser's " (1)".
const mostBytes = 200

const cut = (text: string): string => {
  let kept = ''
  let bytes = 0
  for (const character of text) {
    bytes += Buffer.byteLength(character)
    if (bytes > mostBytes) break
    kept += character
  }
  return kept
}

/** A name that is safe for common file systems, headers and display: no separators, control characters or direction marks. */
const safe = (text: string): string =>
  cut(
    text
      .toWellFormed()
      .replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g, '')
      .replace(/[\\/:*?"<>|]/g, '_')
      .replace(/^[.\s]+/, ''),
  ) || 'campaign'

const inAscii = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9 ._()&,+=@~!-]/g, '_')

const extended = (text: string): string =>
  encodeURIComponent(text).replace(/['()*!]/g, c => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

/** `{campaignName}_tags.csv` as an attachment (EXPORT-1, TAGS-2); an unusable name gives `campaign_tags.csv`. */
export const tagsFilename = (campaignName: string): TagsFilename => {
  const name = safe(campaignName)
  const ascii = inAscii(name) + suffix
  const utf8star = `UTF-8''${extended(name + suffix)}`
  return { ascii, utf8star, header: `attachment; filename="${ascii}"; filename*=${utf8star}` }
}
