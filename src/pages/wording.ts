import { oneLine } from './html.ts'

/** `one creative`, `2 creatives`. */
export const count = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
const timeFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })

/** `3 March 2026` for an ISO day or timestamp, in UTC. Anything else is shown unchanged. */
export const day = (iso: string): string => {
  const at = new Date(iso)
  return Number.isNaN(at.getTime()) ? oneLine(iso, 40) : dayFormat.format(at)
}

/** `3 March 2026, 14:05 UTC` for an ISO timestamp. Anything else is shown unchanged. */
export const moment = (iso: string): string => {
  const at = new Date(iso)
  return Number.isNaN(at.getTime()) ? oneLine(iso, 40) : `${dayFormat.format(at)}, ${timeFormat.format(at)} UTC`
}

/** The dates of a campaign. Either end may be open; undefined if both are. */
export const period = (start: string | undefined, end: string | undefined): string | undefined => {
  if (start === undefined && end === undefined) return undefined
  if (start === undefined) return `until ${day(end!)}`
  if (end === undefined) return `from ${day(start)}`
  const [first, last] = [new Date(start), new Date(end)]
  // formatRange omits what both ends share: 1 March – 15 April 2026.
  return first <= last ? dayFormat.formatRange(first, last) : `${day(start)} – ${day(end)}`
}
