import * as E from 'fp-ts/lib/Either.js'
import { type Read, url } from './readers.ts'
import type { Config } from './shape.ts'

/** `off`, or requests,writes,starts a minute. */
export const limits: Read<Config['rateLimit']> = value => {
  if (value === 'off') return E.right('off')
  const [requests, writes, starts, ...rest] = (value ?? '')
    .split(',')
    .map(part => (/^\d{1,9}$/.test(part.trim()) ? Number(part) : Number.NaN))
  const all = [requests, writes, starts]
  if (rest.length > 0 || !all.every(n => n !== undefined && n > 0))
    return E.left('must be off, or requests,writes,starts a minute, for example 600,150,20')
  return E.right({ requests: requests ?? 0, writes: writes ?? 0, starts: starts ?? 0 })
}

/** Where a text stops being JSON, when the parser says so; its other words quote the value. */
const placeOf = (error: unknown): string => {
  const place = /line \d+ column \d+/.exec(String(error))?.[0]
  return place === undefined ? '' : `, and is not from ${place} on`
}

/** JSON that parses; what it must hold is read where it is used. */
export const json: Read<string> = (value = '') =>
  E.tryCatch(
    () => {
      JSON.parse(value)
      return value
    },
    error => `must be JSON: an object of tracker types by name${placeOf(error)}`,
  )

/** `id:base64key` pairs with ids that differ. */
export const keyList: Read<string> = (value = '') => {
  const pairs = value.split(',').map(pair => pair.trim().split(':'))
  const whole = pairs.every(
    ([id = '', key = '', ...rest]) =>
      rest.length === 0 && /^[A-Za-z0-9_-]{1,32}$/.test(id) && Buffer.from(key, 'base64').length === 32,
  )
  if (!whole)
    return E.left('must be id:key pairs, separated by commas, each key 32 bytes in base64 (openssl rand -base64 32)')
  const ids = new Set(pairs.map(([id]) => id))
  // two keys of one id could not be told apart in what they sealed
  return ids.size === pairs.length ? E.right(value) : E.left('must be id:key pairs with ids that differ')
}

/** Paths are put behind it, so it may have neither query nor fragment. */
export const webUrl: Read<string> = value => {
  const read = url('must be an http or https URL', 'http:', 'https:')(value)
  return E.isRight(read) && /[?#]/.test(read.right) ? E.left('must be an http or https URL without query or #') : read
}

/** Buckets as AWS names them; a prefix of plain characters, without an empty or dotted step. */
export const s3Url = /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/(?!\.{1,2}(?:\/|$))[\w.-]+)*\/?$/
/** Levels of the log, the most talkative first. */
export const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']
/** `host:port`, where the host is a name, an IPv4 address or an IPv6 address in brackets. */
export const hostPort = (item: string) => {
  const port = Number(/^(?:\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+):(\d{1,5})$/.exec(item)?.[1])
  return port > 0 && port <= 65_535
}

/** A mail address, bare or behind a name in angle brackets. */
export const mailFrom = /^(?:[^@\s<>]+@[^@\s<>]+|[^<>\r\n]*<[^@\s<>]+@[^@\s<>]+>)$/
