import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { Missing } from '../../codec/requiring.ts'
import { type Rejection, rejection } from '../shared/decider.ts'
import { checkedPlace, type FeedPlace, type SentPlace } from './feed-address.ts'
import { checkedFormat, type FeedConfig, type FeedFormat } from './feed-format.ts'
import { type ColumnRole, lacking } from './roles.ts'

type SentFeed = SentPlace & { readonly feedConfig?: FeedConfig | undefined } & {
  readonly [K in keyof FeedFormat]?: FeedFormat[K] | undefined
} & { readonly [Role in ColumnRole]?: string | undefined }
type NewFeed = { readonly place: FeedPlace; readonly format: FeedFormat; readonly config: FeedConfig }

/** The format that processFeed found these things in; undefined if the configuration has none of them. */
const formatOf = ({ csvColumns, rootIsArray, rowXPath }: FeedConfig): FeedFormat['contentType'] | undefined => {
  if (csvColumns !== undefined) return 'csv'
  if (rootIsArray !== undefined) return 'json'
  return rowXPath === undefined ? undefined : 'xml'
}

const formatRequired = 'is required, unless feedConfig is sent'
const formatMissing = rejection('invalid-request', `/contentType ${formatRequired}.`, {
  errors: [{ pointer: '/contentType', code: 'required', detail: formatRequired }],
})

/** What a request lacks of the format of its feed. */
export const missingOfFormat = ({ contentType, feedConfig }: Readonly<Record<string, unknown>>): Missing =>
  contentType === undefined && feedConfig === undefined ? { contentType: formatRequired } : {}

/** The columns that a feed has by its configuration; none if only its rows say. Custom code makes columns of its own. */
const columnsOf = ({ csvColumns, xpathMap, cdpXpathMap }: FeedConfig, format: FeedFormat): readonly string[] => {
  if (format.customCode !== undefined) return format.cdp ? Object.keys(cdpXpathMap ?? {}) : []
  if (format.contentType !== 'csv') return Object.keys(xpathMap ?? {})
  return Array.isArray(csvColumns) ? [] : Object.keys(csvColumns ?? {})
}

/** Refuses roles of columns that the feed does not have by its configuration (SOURCE-6). */
const rolesExist = (sent: SentFeed, config: FeedConfig, format: FeedFormat): E.Either<Rejection, void> => {
  const columns = columnsOf(config, format)
  const refused = columns.length === 0 ? undefined : lacking(sent, columns)
  return refused ? E.left(refused) : E.right(undefined)
}

/** Where a new feed is and how it is read: what the request leaves out is as processFeed found it, by its feedConfig (SOURCE-6). */
export const checkedFeed = ({ feedConfig: config = {}, ...sent }: SentFeed): E.Either<Rejection, NewFeed> => {
  const { contentType = formatOf(config), cdp = config.cdp, url, fileId } = sent
  if (contentType === undefined) return E.left(formatMissing)
  const isAtFile = url === undefined && !fileId
  return pipe(
    E.Do,
    E.bind('place', () => checkedPlace(isAtFile ? { ...sent, fileId: config.fileId } : sent)),
    E.bind('format', () => checkedFormat({ ...sent, contentType, cdp })),
    E.tap(({ format }) => rolesExist(sent, config, format)),
    E.map(checked => ({ ...checked, config })),
  )
}
