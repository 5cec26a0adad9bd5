import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { about, named } from '../../codec/described.ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { orNone } from '../../codec/or-none.ts'
import type { Missing } from '../../codec/requiring.ts'
import { oneOf, text } from '../../codec/text.ts'
import { type Rejection, rejection } from '../shared/decider.ts'

export const urlTypes = ['https', 'http', 's3', 'ftp', 'sftp'] as const
type UrlType = (typeof urlTypes)[number]

/** An address of any scheme; which one is checked with the type. */
export const FeedUrl = text({ min: 1, max: 2_048 })

const Secret = text({ max: 8_192, multiline: true })
/** What belongs to an address, its credentials included (SOURCE-5). */
export const UrlConfig = named(
  'UrlConfig',
  fields(
    {},
    {
      additionalParams: about(
        text({ max: 4_096 }),
        'Further parameters, `a=1&b=2`: added to the address, or with POST the body. Stored encrypted.',
      ),
      httpMethod: about(oneOf('GET', 'POST'), 'The method of the request; default GET.'),
      username: about(text({ max: 512 }), 'The user name at the server.'),
      password: about(Secret, 'The password at the server; stored encrypted.'),
      accessKey: about(text({ max: 512 }), 'The access key of the S3 bucket.'),
      secretKey: about(Secret, 'The secret key of the S3 bucket; stored encrypted.'),
      portNumber: about(integer(1, 65_535), 'The port, if it is not the usual one.'),
      privateKey: about(
        Secret,
        'The private key for sftp, in PEM, OpenSSH or PuTTY format and without a passphrase; stored encrypted.',
      ),
    },
  ),
)
export type UrlConfig = t.TypeOf<typeof UrlConfig>

/** Where a feed is: at an address, or a file of the library by its path. */
export const feedPlace = {
  url: about(FeedUrl, 'The address of the feed, without user and password.'),
  urlType: about(oneOf(...urlTypes), 'How the address is read.'),
  urlConfig: about(UrlConfig, 'What belongs to the address: method, port and credentials.'),
  fileId: about(
    orNone(text({ max: 512 })),
    'The `path` of a file in the asset library, instead of url; empty or null for none.',
  ),
} as const
const Place = fields({}, feedPlace)
export type SentPlace = t.TypeOf<typeof Place>

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
const schemeNames = {
  https: 'https://',
  http: 'http://',
  s3: 's3://bucket/key or https://host/bucket/key',
  ftp: 'ftp://',
  sftp: 'sftp://',
}

const urlRequired = 'must be sent, unless fileId is'
const typeRequired = 'must be sent with url'

/** What a request lacks of a place: an address and its type, unless it, or the configuration in it, names a file. */
export const missingOfPlace = ({ fileId, url, urlType, feedConfig }: Readonly<Record<string, unknown>>): Missing => {
  const found = feedConfig as { readonly fileId?: unknown } | null | undefined
  if (fileId || (url === undefined && found?.fileId)) return {}
  return {
    ...(url === undefined ? { url: urlRequired } : {}),
    ...(urlType === undefined ? { urlType: typeRequired } : {}),
  }
}

const faultOf = (pointer: string, code: string, detail: string): E.Either<Rejection, never> =>
  E.left(rejection('invalid-request', `${pointer} ${detail}.`, { errors: [{ pointer, code, detail }] }))

/**
 * Checks where a feed is (SOURCE-4, SOURCE-5): exactly one of fileId and url, a scheme that fits the type, a path, and no credentials in
 * the address, since addresses are stored and shown.
 */
export const checkedPlace = ({ url, urlType, urlConfig = {}, fileId }: SentPlace): E.Either<Rejection, FeedPlace> => {
  if (fileId)
    return url === undefined ? E.right({ fileId }) : faultOf('/fileId', 'ambiguous', 'must not be sent with url')
  if (url === undefined) return faultOf('/url', 'required', urlRequired)
  if (urlType === undefined) return faultOf('/urlType', 'required', typeRequired)
  if (!URL.canParse(url)) return faultOf('/url', 'invalid', 'must be a URL')
  const { protocol, username, password, hostname, port, pathname } = new URL(url)
  if (!schemes[urlType].includes(protocol))
    return faultOf('/url', 'invalid', `must begin with ${schemeNames[urlType]} for urlType ${urlType}`)
  if (username !== '' || password !== '')
    return faultOf('/url', 'invalid', 'must not contain a username or password; use urlConfig')
  if (hostname === '') return faultOf('/url', 'invalid', 'must name a host')
  if (protocol === 's3:' && port !== '')
    return faultOf(
      '/url',
      'invalid',
      'must not have a port after s3://, which is Amazon S3; write another store as https://host:port/bucket/key',
    )
  if (protocol !== 'http:' && protocol !== 'https:' && pathname.length < 2)
    return faultOf('/url', 'invalid', 'must name a file')
  try {
    decodeURIComponent(pathname)
  } catch {
    return faultOf('/url', 'invalid', 'must be percent-encoded correctly')
  }
  return E.right({ url, urlType, urlConfig })
}
