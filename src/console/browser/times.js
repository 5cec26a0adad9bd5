// @ts-check
import { h } from './dom.js'

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const longDayFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
const timeFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })
// a campaign's dates are calendar days: the same in every time zone
const calendarFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** @param {string} iso */
const utc = iso => iso.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC')

/**
 * A timestamp in the user's time zone, with UTC as the title. Anything else is shown unchanged.
 * @param {string} iso
 * @param {'moment' | 'time'} [as]
 */
export const moment = (iso, as = 'moment') => {
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return h('bdi', {}, iso)
  return h('time', { datetime: iso, title: utc(iso) }, as === 'time' ? timeFormat.format(at) : momentText(iso))
}

/**
 * The same as text: `1 May 2026, 06:30`.
 * @param {string} iso
 */
export const momentText = iso => {
  const at = new Date(iso)
  return Number.isNaN(at.getTime()) ? iso : `${dayFormat.format(at)}, ${timeFormat.format(at).slice(0, 5)}`
}

/**
 * The day of a timestamp in the user's time zone: `Saturday 21 November 2026`.
 * @param {string} iso
 */
export const dayOf = iso => {
  const at = new Date(iso)
  return Number.isNaN(at.getTime()) ? '' : longDayFormat.format(at)
}

const units = /** @type {const} */ ([
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
])

/**
 * Seconds in the largest unit that divides them: `1 hour`, `90 seconds`.
 * @param {number} seconds
 */
export const duration = seconds => {
  const [size, unit] = units.find(([most]) => seconds % most === 0) ?? [1, 'second']
  const n = seconds / size
  return `${n} ${unit}${n === 1 ? '' : 's'}`
}

/**
 * Seconds in the largest unit that they fill, rounded down: `2 hours`, `45 seconds`.
 * @param {number} seconds
 */
export const age = seconds => {
  const [size, unit] = units.find(([least]) => seconds >= least) ?? [1, 'second']
  const n = Math.floor(seconds / size)
  return `${n} ${unit}${n === 1 ? '' : 's'}`
}

/** The current time in the user's time zone: `14:05:09`. */
export const clockTime = () => timeFormat.format(new Date())

/** @param {string} day */
const calendarDay = day => {
  const at = new Date(day)
  return Number.isNaN(at.getTime()) ? day : calendarFormat.format(at)
}

/**
 * The dates of a campaign. Either end may be open.
 * @param {string | undefined} start
 * @param {string | undefined} end
 */
export const period = (start, end) => {
  if (!start && !end) return '–'
  if (!start) return `until ${calendarDay(String(end))}`
  if (!end) return `from ${calendarDay(start)}`
  const [first, last] = [new Date(start), new Date(end)]
  return first <= last ? calendarFormat.formatRange(first, last) : `${calendarDay(start)} – ${calendarDay(end)}`
}
