import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { booleanOrText } from '../../codec/boolean-or-text.ts'
import { about, described, wanting } from '../../codec/described.ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { listOf } from '../../codec/json.ts'
import { orNone } from '../../codec/or-none.ts'
import { oneOf, text } from '../../codec/text.ts'
import { type Rejection, rejection } from '../shared/decider.ts'
import { mostColumns, SourceColumn } from './row-set.ts'

export const contentTypes = ['xml', 'json', 'csv'] as const
export const characterEncodings = ['UTF_8', 'iso_8859_1', 'CP1252', 'utf_16le', 'utf_16be'] as const
export type CharacterEncoding = (typeof characterEncodings)[number]
export const csvSeparators = ['comma', 'tab', 'pipe', 'semicolon', 'auto'] as const
/** A separator that was chosen. */
export type CsvSeparator = Exclude<(typeof csvSeparators)[number], 'auto'>

/** Bytes, packed or not, and rows. */
export type FeedLimits = { readonly mostBytes: number; readonly mostRows: number }
/** Bytes of a feed, packed or not, and its rows (HTTP-20). */
export const mostFeedBytes = 2 * 1024 ** 3
export const feedLimits: FeedLimits = { mostBytes: mostFeedBytes, mostRows: 5_000_000 }
/** Characters of custom code. */
const mostCode = 65_536

/** A place in a document: `/rss/channel/item`, or relative to a row: `price/amount`, `@id`. */
const XPath = text({ max: 1_024 })

/** What a person may choose of how a file is read; what is absent is found out from the file. */
export const readingOptions = {
  characterEncoding: about(
    oneOf(...characterEncodings),
    'The encoding of the text. By default that of the byte order mark or the XML declaration, else UTF_8.',
  ),
  csvSeparator: about(oneOf(...csvSeparators), 'The separator of a CSV; default auto, which decides by the rows.'),
  firstRowIsHeader: about(booleanOrText, 'Whether the first row of a CSV names the columns; default true.'),
  skipLines: about(
    integer(0, 1_000),
    'Lines of a CSV to skip before the header. By default comment lines (#), `sep=` and blank lines.',
  ),
  rowXPath: about(
    XPath,
    'Where the rows of an XML or JSON file are, such as /rss/channel/item or /data/products. Overrides feedConfig.',
  ),
} as const

/** How the bytes of a feed are read (SOURCE-4). */
export const feedFormat = {
  required: {
    contentType: about(oneOf(...contentTypes), 'The format of the feed; a packed feed (gzip, ZIP) is unpacked first.'),
  },
  optional: {
    ...readingOptions,
    customCode: about(
      text({ max: mostCode, multiline: true }),
      'JavaScript that declares transform(row) and returns a row, a list of rows, or nothing.',
    ),
    cdp: about(orNone(t.boolean), 'true: customCode is required.'),
  },
} as const
export const FeedFormat = fields(feedFormat.required, feedFormat.optional)
export type FeedFormat = t.TypeOf<typeof FeedFormat>

const XPathMap = t.record(SourceColumn, XPath)
/** Columns of a CSV by name, or the numbers of those that are kept; the first one is 0. */
const columnNumber = integer(0, 100_000)
const columnNumbers = listOf(columnNumber, mostColumns)
const CsvColumns = described(
  wanting(
    t.union([t.record(SourceColumn, columnNumber), columnNumbers]),
    `must be an object from column to its number, from 0, or a list of at most ${mostColumns} such numbers`,
  ),
  // not a union, of which generated Java does not compile (ADR 0145)
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  { if: { type: 'array' }, then: columnNumbers, else: { type: 'object', additionalProperties: columnNumber } },
)

/** Where rows and columns are in a feed: what processFeed finds, and createFeed and updateFeed take (SOURCE-4, SOURCE-9). */
export const feedConfigFields = {
  rootIsObject: about(t.boolean, 'Whether a JSON document is an object.'),
  rowXPath: about(XPath, 'Where the rows are: a path such as /rss/channel/item.'),
  xpathMap: about(XPathMap, 'Column to its path in a row.'),
  csvColumns: about(CsvColumns, 'Column to its number in a CSV, from 0; or the numbers of the columns to keep.'),
  memPerRow: about(integer(0), 'Bytes of a row, as found by processFeed.'),
  estRowsPerChunk: about(integer(0), 'Rows of a chunk, as found by processFeed.'),
  oneRowPerObject: about(t.boolean, 'Whether the document is one JSON object after the other, each a row.'),
  rootIsArray: about(t.boolean, 'Whether a JSON document is an array.'),
  cdp: about(t.boolean, 'Whether customCode was required.'),
  fileId: about(text({ max: 512 }), 'The file of the library that was looked at.'),
  cdpXpathMap: about(XPathMap, 'Column to its path in a row that customCode made.'),
} as const
export const FeedConfig = fields({}, feedConfigFields)
export type FeedConfig = t.TypeOf<typeof FeedConfig>

/** What one record of a JSON file is: an element of a list, the object at the path itself, or a member of it (keyed by its name). */
export const recordShapes = ['list', 'object', 'members'] as const

/**
 * How a file was understood when a source was read for the first time. It becomes a setting of the source: later runs read by it, whatever
 * the file of that day looks like (SOURCE-24). Options of the request and feedConfig override it.
 */
export const Understood = fields(
  {},
  {
    characterEncoding: oneOf(...characterEncodings),
    csvSeparator: oneOf('comma', 'tab', 'pipe', 'semicolon'),
    firstRowIsHeader: t.boolean,
    rowXPath: XPath,
    recordShape: oneOf(...recordShapes),
  },
)
export type Understood = t.TypeOf<typeof Understood>

/** The part of a request that says how its feed is read; cdp needs custom code (SOURCE-4). */
export const checkedFormat = (sent: FeedFormat): E.Either<Rejection, FeedFormat> => {
  const { contentType, customCode, cdp } = sent
  if (cdp === true && !customCode?.trim()) return E.left(codeRequired)
  return E.right({
    contentType,
    ...sentOptions(sent),
    ...(customCode?.trim() ? { customCode } : {}),
    ...(cdp === undefined ? {} : { cdp }),
  })
}

type ReadingOptions = Partial<Pick<FeedFormat, keyof typeof readingOptions>>
type SentOptions = { readonly [K in keyof ReadingOptions]?: FeedFormat[K] | undefined }

/** The reading options of a request, without those that it leaves out or empties. */
export const sentOptions = (sent: SentOptions): ReadingOptions =>
  Object.fromEntries(
    (Object.keys(readingOptions) as (keyof ReadingOptions)[]).flatMap(name =>
      sent[name] === undefined || sent[name] === '' ? [] : [[name, sent[name]]],
    ),
  )

const codeRequired = rejection('invalid-request', 'customCode must not be empty when cdp is true.', {
  errors: [{ pointer: '/customCode', code: 'required', detail: 'must not be empty when cdp is true' }],
})
