import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'

/** A mail that the server has not accepted: how often it was tried, since when, and why it failed. Without retryAt it was given up. */
export const Undelivered = fields(
  { tries: integer(1), since: t.string, at: t.string, reason: t.string },
  { retryAt: t.string },
)
export type Undelivered = t.TypeOf<typeof Undelivered>

/** Seconds to wait after the first, second, … failed try of a mail. The last pause is repeated. */
const pauses = [5, 15, 60, 300, 900, 1800, 3600] as const
/** The same for a mail that may have arrived: each try may be another copy of it. */
const unsurePauses = [900, 14_400, 86_400] as const
const triedForMs = 3 * 86_400_000

/**
 * When to try a mail again that failed at `at`; undefined: three days have passed since its first failure, or it would be too
 * late (APPROVAL-14). `before`: its earlier failures. `latest`: when the mail is of no use any more, in milliseconds since 1970.
 * `isUnsure`: it may have arrived.
 */
export const nextTry = (
  before: Undelivered | undefined,
  at: string,
  {
    latest = Number.POSITIVE_INFINITY,
    isUnsure = false,
  }: { readonly latest?: number; readonly isUnsure?: boolean } = {},
): string | undefined => {
  const now = Date.parse(at)
  const end = Math.min(Date.parse(before?.since ?? at) + triedForMs, latest)
  const ofTries = isUnsure ? unsurePauses : pauses
  const pause = ofTries[Math.min(before?.tries ?? 0, ofTries.length - 1)] ?? 0
  return now < end ? new Date(Math.min(now + pause * 1000, end)).toISOString() : undefined
}

/** A mail after one more failure. */
export const failedAgain = (
  before: Undelivered | undefined,
  { at, reason, retryAt }: { readonly at: string; readonly reason: string; readonly retryAt?: string },
): Undelivered => ({
  tries: (before?.tries ?? 0) + 1,
  since: before?.since ?? at,
  at,
  reason,
  ...(retryAt === undefined ? {} : { retryAt }),
})
