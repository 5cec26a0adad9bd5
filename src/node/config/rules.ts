import * as t from 'io-ts'
import { inText, matching, url } from './codecs.ts'

const perMinute = t.type({ requests: t.number, writes: t.number, starts: t.number })

/** `off`, or requests,writes,starts a minute. */
export const limits = inText(
  t.union([t.literal('off'), perMinute]),
  'must be off, or requests,writes,starts a minute, for example 600,150,20',
  value => {
    if (value === 'off') return 'off'
    const numbers = value.split(',').map(part => (/^\d{1,9}$/.test(part.trim()) ? Number(part) : 0))
    const [requests = 0, writes = 0, starts = 0] = numbers
    return numbers.length === 3 && numbers.every(n => n > 0) ? { requests, writes, starts } : undefined
  },
)

/** Where a text stops being JSON, when the parser says so; its other words quote the value. */
const placeOf = (error: unknown): string => {
  const place = /line \d+ column \d+/.exec(String(error))?.[0]
  return place === undefined ? '' : `, and is not from ${place} on`
}

/** JSON that parses; what it must hold is read where it is used. */
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

/** `id:base64key` pairs with ids that differ: two keys of one id could not be told apart in what they sealed. */
export const keyList = matching(
  'must be id:key pairs, separated by commas, each key 32 bytes in base64 (openssl rand -base64 32)',
  value =>
    pairsIn(value).every(
      ([id = '', key = '', ...rest]) =>
        rest.length === 0 && /^[A-Za-z0-9_-]{1,32}$/.test(id) && Buffer.from(key, 'base64').length === 32,
    ),
).pipe(
  matching('must be id:key pairs with ids that differ', value => {
    const ids = pairsIn(value).map(([id]) => id)
    return new Set(ids).size === ids.length
  }),
)

/** Paths are put behind it, so it may have neither query nor fragment. */
export const webUrl = url('must be an http or https URL', 'http:', 'https:').pipe(
  matching('must be an http or https URL without query or #', value => !/[?#]/.test(value)),
)

/** Buckets as AWS names them; a prefix of plain characters, without an empty or dotted step. */
export const s3Url = /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/(?!\.{1,2}(?:\/|$))[\w.-]+)*\/?$/
/** Levels of the log, the most talkative first. */
export const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
/** `host:port`, where the host is a name, an IPv4 address or an IPv6 address in brackets. */
export const hostPort = (item: string) => {
  const port = Number(/^(?:\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+):(\d{1,5})$/.exec(item)?.[1])
  return port > 0 && port <= 65_535
}

/** A mail address, bare or behind a name in angle brackets. */
export const mailFrom = /^(?:[^@\s<>]+@[^@\s<>]+|[^<>\r\n]*<[^@\s<>]+@[^@\s<>]+>)$/
