import { WrongUse } from './wrong-use.ts'

/** A period of time as typed: its first and last millisecond since 1970. Both are the same for a time with milliseconds. */
type Period = { readonly first: number; readonly last: number }

const unit = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const
const form = /^(\d{4}-\d\d)(?:(-\d\d)(?:[T ](\d\d:\d\d)(?:(:\d\d)(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?)?$/

const nextMonth = (month: string): number =>
  new Date(`${month}-01T00:00Z`).setUTCMonth(new Date(`${month}-01T00:00Z`).getUTCMonth() + 1)

// the engine takes 31 November for 1 December
const isDay = (day: string): boolean => {
  const at = new Date(`${day}T00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
}

/** The period that an ISO time without its smaller parts means: a month, a day, a minute or a second; in UTC unless it has a zone. Undefined, or not a number, if there is no such time. */
export const isoPeriod = (text: string): Period | undefined => {
  const [whole, month = '', day, minute, second, fraction, zone = 'Z'] = form.exec(text) ?? []
  if (whole === undefined || !isDay(month + (day ?? '-01'))) return undefined
  const first = Date.parse(`${month}${day ?? '-01'}T${minute ?? '00:00'}${second ?? ''}${fraction ?? ''}${zone}`)
  if (day === undefined) return { first, last: nextMonth(month) - 1 }
  if (fraction !== undefined) return { first, last: first }
  const length = minute === undefined ? unit.d : second === undefined ? unit.m : 1_000
  return { first, last: first + length - 1 }
}

const agePeriod = (text: string, now: Date): Period | undefined => {
  const [whole, amount, letter] = /^(\d{1,6})([mhd])$/.exec(text) ?? []
  if (whole === undefined) return undefined
  const at = now.getTime() - Number(amount) * (letter === 'm' ? unit.m : letter === 'h' ? unit.h : unit.d)
  return { first: at, last: at }
}

/** An ISO time, a day, a month, or an age such as 90m, 24h or 7d. `option`: its name, for the refusal; `what`: what it takes. */
export const periodOf = (text: string, now: Date, option: string, what = 'a time'): Period => {
  const period = agePeriod(text, now) ?? isoPeriod(text)
  if (period !== undefined && !Number.isNaN(period.first) && !Number.isNaN(period.last)) return period
  throw new WrongUse(`${option} must be ${what}, for example 2026-11-21T08:00Z, 2026-11-21 or 24h`)
}

/** The beginning of what was typed, in milliseconds since 1970: for options such as `--since`. */
export const startOf = (text: string, now: Date, option: string): number => periodOf(text, now, option).first

/**
 * The end of what was typed: a day, minute or second includes all of itself, for options such as `--until` and `--at`.
 */
export const endOf = (text: string, now: Date, option: string, what?: string): number =>
  periodOf(text, now, option, what).last
