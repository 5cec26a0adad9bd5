import * as t from 'io-ts'
import { asksForOpenLogin } from '../../adapters/mailer/smtp-login.ts'
import { inText, matching, url } from './codecs.ts'

/** The positive numbers of a list; undefined unless it has exactly `count` of them. */
const counts = (value: string, count: number): readonly number[] | undefined => {
  const numbers = value.split(',').map(part => (/^\d{1,9}$/.test(part.trim()) ? Number(part) : 0))
  return numbers.length === count && numbers.every(n => n > 0) ? numbers : undefined
}
const off = t.literal('off')

/** `off`, or requests,writes,starts per minute. */
export const limits = inText(
  t.union([off, t.type({ requests: t.number, writes: t.number, starts: t.number })]),
  'must be off, or requests,writes,starts per minute, for example 600,150,20',
  value => {
    if (value === 'off') return 'off'
    const [requests = 0, writes = 0, starts = 0] = counts(value, 3) ?? []
    return requests > 0 ? { requests, writes, starts } : undefined
  },
)

/** `off`, or recipients in an hour: at least the 100 approvers that one request may have. */
export const mailLimit = inText(
  t.union([t.literal('off'), t.number]),
  'must be off, or a whole number from 100 to 1000000',
  value => {
    if (value === 'off') return 'off'
    return /^\d{3,7}$/.test(value) && Number(value) >= 100 && Number(value) <= 1_000_000 ? Number(value) : undefined
  },
)

/** `off`, or bytes. */
export const storageLimit = inText(
  t.union([off, t.number]),
  'must be off, or a whole number of bytes, for example 107374182400 for 100 GiB',
  value => {
    if (value === 'off') return 'off'
    return /^[1-9]\d{0,14}$/.test(value) ? Number(value) : undefined
  },
)

/** A number from 0 to 1. */
export const share = inText(t.number, 'must be a number from 0 to 1, for example 0.1', value =>
  /^(?:0|1|0?\.\d{1,9}|1\.0{1,9})$/.test(value) ? Number(value) : undefined,
)

/** `off`, or requests,wrongKeys per minute. */
export const addressLimits = inText(
  t.union([off, t.type({ requests: t.number, wrongKeys: t.number })]),
  'must be off, or public requests and wrong keys per minute, for example 6000,60',
  value => {
    if (value === 'off') return 'off'
    const [requests = 0, wrongKeys = 0] = counts(value, 2) ?? []
    return requests > 0 ? { requests, wrongKeys } : undefined
  },
)

/** `off`, or a number of proxies. */
export const proxies = inText(t.number, 'must be off, or the number of proxies from 1 to 10', value => {
  if (value === 'off') return 0
  return /^(?:[1-9]|10)$/.test(value) ? Number(value) : undefined
})

/** The place of a syntax error, if the parser reports it. The rest of its message quotes the value. */
const placeOf = (error: unknown): string => {
  const place = /line \d+ column \d+/.exec(String(error))?.[0]
  return place === undefined ? '' : `; there is a syntax error at ${place}`
}

/** Valid JSON; its content is checked where it is used. */
export const json = new t.Type<string>(
  'JSON',
  t.string.is,
  (u, context) => {
    try {
      JSON.parse(String(u))
      return t.success(String(u))
    } catch (error) {
      return t.failure(u, context, `must be JSON: an object of tracker types by name${placeOf(error)}`)
    }
  },
  t.identity,
)

const pairsIn = (value: string): readonly (readonly string[])[] => value.split(',').map(pair => pair.trim().split(':'))

/** `id:base64key` pairs with distinct ids: sealed data names its key by id. */
export const keyList = matching(
  'must be id:key pairs, separated by commas, each key 32 bytes in base64 (openssl rand -base64 32)',
  value =>
    pairsIn(value).every(
      ([id = '', key = '', ...rest]) =>
        rest.length === 0 && /^[A-Za-z0-9_-]{1,32}$/.test(id) && Buffer.from(key, 'base64').length === 32,
    ),
).pipe(
  matching('must be id:key pairs with distinct ids', value => {
    const ids = pairsIn(value).map(([id]) => id)
    return new Set(ids).size === ids.length
  }),
)

/** Paths are appended to it, so it may have neither a query nor a fragment. */
export const webUrl = url('must be an http or https URL', 'http:', 'https:').pipe(
  matching('must be an http or https URL without a query or fragment', value => !/[?#]/.test(value)),
)

/** The address of the service, which mails, tags and the log have. */
export const publicUrl = webUrl.pipe(
  matching('must be an http or https URL without a login, since mails and tags contain it', value => {
    const { username, password } = new URL(value)
    return username === '' && password === ''
  }),
)

/** A page for people, to whose query a parameter is added. */
export const pageUrl = url('must be an http or https URL', 'http:', 'https:').pipe(
  matching('must be an http or https URL without a fragment', value => !value.includes('#')),
)

/** A bucket name as AWS allows it; a prefix of plain characters, without an empty, `.` or `..` segment. */
export const s3Url = /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/(?!\.{1,2}(?:\/|$))[\w.-]+)*\/?$/
/** Log levels, the most verbose first. */
export const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
/** `host:port`, or `host:*` for all its ports; the host is a name, an IPv4 address or an IPv6 address in brackets. */
export const hostPort = (item: string) => {
  const port = /^(?:\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+):(\d{1,5}|\*)$/.exec(item)?.[1]
  return port === '*' || (Number(port) > 0 && Number(port) <= 65_535)
}

/** A mail server. Its login may go over plain SMTP only to this machine. */
export const smtpUrl = url('must be an smtp or smtps URL', 'smtp:', 'smtps:').pipe(
  matching(
    'must not have ignoreTLS with a login, unless the server is on this machine: the login would be sent without TLS',
    value => !asksForOpenLogin(value),
  ),
)

/** A mail address, either bare or in angle brackets after a name. */
export const mailFrom = /^(?:[^@\s<>]+@[^@\s<>]+|[^<>\r\n]*<[^@\s<>]+@[^@\s<>]+>)$/
