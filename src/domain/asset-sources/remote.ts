import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { about } from '../../codec/described.ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { boundedList } from '../../codec/json.ts'
import { WebUrl } from '../../codec/names.ts'
import { oneOf } from '../../codec/text.ts'
import { type Rejection, rejection } from '../shared/decider.ts'
import { digestOf } from '../shared/digest.ts'
import { contentTypes, type FeedLimits, readingOptions, sentOptions, Understood } from './feed-format.ts'
import { type ColumnRoles, lacking } from './roles.ts'
import { mostColumns, SourceColumn } from './row-set.ts'

/** Bytes that a remote source answers, packed or not, and its rows: fewer than of a feed, because somebody waits for them (HTTP-20). */
export const remoteLimits: FeedLimits = { mostBytes: 64 * 1_048_576, mostRows: 100_000 }

/** Seconds after which rows are fetched again: the bounds, and without cacheTime. */
export const cacheSeconds = { least: 60, most: 604_800, usual: 3_600 } as const

/** How a remote source is fetched (SOURCE-13). Without columnNames all columns are kept. */
const settings = {
  url: about(WebUrl, 'The address of the rows, without user and password.'),
  httpMethod: about(oneOf('GET', 'POST'), 'The method of the request; default GET.'),
  contentType: about(oneOf(...contentTypes), 'The format of the answer.'),
  cacheTime: about(
    integer(cacheSeconds.least, cacheSeconds.most),
    'Seconds after which the rows are fetched again; default 3,600.',
  ),
  columnNames: about(boundedList(SourceColumn, mostColumns), 'The columns to keep; default: all.'),
} as const
const Unsealed = fields(settings, readingOptions)
type Unsealed = t.TypeOf<typeof Unsealed>

/** The same with the id of the sealed additionalParams, which may hold keys, and how the answer was understood when the settings were made. */
export const RemoteSettings = fields(settings, { ...readingOptions, secretId: t.string, understood: Understood })
export type RemoteSettings = t.TypeOf<typeof RemoteSettings>

/** The part of a request that says how its source is fetched. */
export const remoteSettingsBody = { ...settings, ...readingOptions }

/** What a change says of how a source is fetched; absent members stay. `secretId` null: without additionalParams. */
export type RemoteChange = Partial<Unsealed> & { readonly secretId?: string | null; readonly understood?: Understood }

/** The members of a request that say how its source is fetched. */
export const sentSettings = (sent: Partial<Unsealed>): Partial<Unsealed> =>
  Object.fromEntries(
    (Object.keys(remoteSettingsBody) as (keyof Unsealed)[]).flatMap(key =>
      sent[key] === undefined ? [] : [[key, sent[key]]],
    ),
  )

/** How a source is fetched after a change. */
export const changedSettings = (before: RemoteSettings, change: RemoteChange): RemoteSettings => {
  const { secretId, ...settings } = { ...before, ...change }
  return typeof secretId === 'string' ? { ...settings, secretId } : settings
}

const faultOf = (pointer: string, code: string, detail: string): E.Either<Rejection, never> =>
  E.left(rejection('invalid-request', `${pointer} ${detail}.`, { errors: [{ pointer, code, detail }] }))

/**
 * Checks how a remote source is fetched: no credentials in the address, since addresses are stored, no column twice, and each column with a
 * role among those that are kept.
 */
export const checkedRemote = (sent: Unsealed, roles: ColumnRoles): E.Either<Rejection, Unsealed> => {
  const { url, httpMethod, contentType, cacheTime, columnNames } = sent
  const { username, password } = new URL(url)
  if (username !== '' || password !== '')
    return faultOf('/url', 'invalid', 'must not contain a username or password; send keys in additionalParams')
  if (new Set(columnNames).size < columnNames.length)
    return faultOf('/columnNames', 'duplicate', 'must not name a column twice')
  const refused = columnNames.length === 0 ? undefined : lacking(roles, columnNames)
  if (refused) return E.left(refused)
  return E.right({ url, httpMethod, contentType, cacheTime, columnNames, ...sentOptions(sent) })
}

/** An asset source as far as its fetches depend on it. */
export type Fetchable = {
  readonly remote?: RemoteSettings | undefined
  readonly roles: Pick<ColumnRoles, 'assetKeyColumn' | 'assetVariantColumn'>
}

/** Names what decides which rows a fetch gives, so that those of settings that were replaced meanwhile are not served. */
export const fetchIdOf = ({ remote, roles: { assetKeyColumn, assetVariantColumn = '' } }: Fetchable): string => {
  const { cacheTime: _, ...fetched } = remote ?? {}
  return digestOf([fetched, assetKeyColumn, assetVariantColumn])
}
