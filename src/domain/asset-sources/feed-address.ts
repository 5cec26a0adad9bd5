import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { oneOf, text } from '../../codec/text.ts'
import { type Rejection, rejection } from '../shared/decider.ts'

export const urlTypes = ['https', 'http', 's3', 'ftp', 'sftp'] as const
type UrlType = (typeof urlTypes)[number]

/** An address of any scheme; which one is checked with the type. */
export const FeedUrl = text({ min: 1, max: 2_048 })

const Secret = text({ max: 8_192, multiline: true })
/** What belongs to an address, its credentials included (SOURCE-5). */
export const UrlConfig = fields(
  {},
  {
    additionalParams: text({ max: 4_096 }),
    httpMethod: oneOf('GET', 'POST'),
    username: text({ max: 512 }),
    password: Secret,
    accessKey: text({ max: 512 }),
    secretKey: Secret,
    portNumber: integer(1, 65_535),
    privateKey: Secret,
  },
)
export type UrlConfig = t.TypeOf<typeof UrlConfig>

/** Where a feed is: at an address, or a file of the library by its path. */
export const feedPlace = {
  url: FeedUrl,
  urlType: oneOf(...urlTypes),
  urlConfig: UrlConfig,
  fileId: text({ min: 1, max: 512 }),
} as const
const Place = fields({}, feedPlace)
type Place = t.TypeOf<typeof Place>

/** A place that was checked. */
export type FeedPlace =
  | { readonly fileId: string }
  | { readonly url: string; readonly urlType: UrlType; readonly urlConfig: UrlConfig }

const schemes: Readonly<Record<UrlType, readonly string[]>> = {
  https: ['https:'],
  http: ['http:', 'https:'],
  s3: ['s3:', 'https:', 'http:'],
  ftp: ['ftp:'],
  sftp: ['sftp:'],
}
const named = {
  https: 'https://',
  http: 'http://',
  s3: 's3://bucket/key or https://host/bucket/key',
  ftp: 'ftp://',
  sftp: 'sftp://',
}

const faultOf = (pointer: string, code: string, detail: string): E.Either<Rejection, never> =>
  E.left(rejection('invalid-request', `${pointer} ${detail}.`, { errors: [{ pointer, code, detail }] }))

/**
 * Checks where a feed is (SOURCE-4, SOURCE-5): exactly one of fileId and url, a scheme that fits the type, a path, and no credentials in
 * the address, since addresses are stored and shown.
 */
export const checkedPlace = ({ url, urlType, urlConfig = {}, fileId }: Place): E.Either<Rejection, FeedPlace> => {
  if (fileId !== undefined)
    return url === undefined ? E.right({ fileId }) : faultOf('/fileId', 'ambiguous', 'must not be sent with url')
  if (url === undefined) return faultOf('/url', 'required', 'must be sent, unless fileId is')
  if (urlType === undefined) return faultOf('/urlType', 'required', 'must be sent with url')
  if (!URL.canParse(url)) return faultOf('/url', 'invalid', 'must be a URL')
  const { protocol, username, password, hostname, pathname } = new URL(url)
  if (!schemes[urlType].includes(protocol))
    return faultOf('/url', 'invalid', `must begin with ${named[urlType]} for urlType ${urlType}`)
  if (username !== '' || password !== '')
    return faultOf('/url', 'invalid', 'must not contain a username or password; use urlConfig')
  if (hostname === '') return faultOf('/url', 'invalid', 'must name a host')
  if (protocol !== 'http:' && protocol !== 'https:' && pathname.length < 2)
    return faultOf('/url', 'invalid', 'must name a file')
  try {
    decodeURIComponent(pathname)
  } catch {
    return faultOf('/url', 'invalid', 'must be percent-encoded correctly')
  }
  return E.right({ url, urlType, urlConfig })
}
