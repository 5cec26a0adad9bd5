// @ts-check
import { h, setText } from './dom.js'

/** @typedef {'still' | 'going' | 'good' | 'bad' | 'past' | 'warn'} Tone */

/** Label and colour of each status. @type {Readonly<Record<string, readonly [string, Tone]>>} */
const statuses = {
  NEW: ['New', 'still'],
  DRAFT: ['Draft', 'still'],
  IN_PROGRESS: ['Activating', 'going'],
  FAILED: ['Failed', 'bad'],
  ACTIVE: ['Active', 'good'],
  PUBLISHED: ['Published', 'good'],
  ENDED: ['Ended', 'past'],
  EXAMINE: ['Needs review', 'bad'],
  Pending: ['Pending', 'going'],
  Approved: ['Approved', 'good'],
  Rejected: ['Rejected', 'bad'],
  Unavailable: ['Not requested', 'still'],
  Invalid: ['Content changed', 'bad'],
  INITIATED: ['Waiting', 'going'],
  PROCESSING: ['Running', 'going'],
  COMPLETED: ['Ready', 'good'],
  AVAILABLE: ['Ready', 'good'],
  ARCHIVED: ['Archived', 'past'],
  FAILED_TO_INITIATE: ['Not started', 'bad'],
  NOT_INITIATED: ['Not requested', 'still'],
  HEALTHY: ['Healthy', 'good'],
  WARNING: ['Warning', 'warn'],
  LOADING: ['Loading', 'going'],
  EMPTY: ['No rows yet', 'still'],
  FRESH: ['Fresh', 'good'],
  STALE: ['Stale', 'still'],
  waiting: ['Waiting', 'going'],
  scheduled: ['Scheduled', 'still'],
  running: ['Running', 'going'],
  failed: ['Failed', 'bad'],
  current: ['Current', 'good'],
  behind: ['Behind', 'going'],
  building: ['Building', 'going'],
  stopped: ['Stopped', 'bad'],
  ready: ['Ready', 'good'],
  'not-ready': ['Not ready', 'bad'],
}

/**
 * A status as a coloured dot and a label, or the word `as`; the title is the API's value.
 * @param {string} [first]
 */
export const badge = first => {
  const word = h('span')
  const node = h('span', { class: 'badge' }, word)
  const update = (/** @type {string} */ status, /** @type {string | undefined} */ as = undefined) => {
    const [label, tone] = statuses[status] ?? [status, 'still']
    node.dataset.tone = tone
    node.title = status
    setText(word, as ?? label)
  }
  if (first !== undefined) update(first)
  return { node, update }
}

/** `1,000`. @param {number} n */
export const number = n => n.toLocaleString('en')

/**
 * `1 file`, `2 files`.
 * @param {number} n
 * @param {string} one
 */
export const count = (n, one) => `${number(n)} ${n === 1 ? one : `${one}s`}`

/**
 * A change as a part of what was before: `−60 %`, `+5 %`; empty if it is not known.
 * @param {number | null | undefined} part
 */
export const change = part => {
  if (part === undefined || part === null) return ''
  const percent = Math.round(part * 100)
  return percent === 0 ? '±0 %' : `${percent > 0 ? '+' : '−'}${number(Math.abs(percent))} %`
}

/**
 * `png at 2×`.
 * @param {string} format
 * @param {number} resolution
 */
export const exportName = (format, resolution) => `${format} at ${resolution}×`

const sizes = /** @type {const} */ (['B', 'kB', 'MB', 'GB', 'TB'])

/**
 * Bytes in the largest unit that they fill: `4.2 MB`; a dash if they are not known.
 * @param {number | null} n
 */
export const bytes = n => {
  if (n === null) return '–'
  const power = Math.min(sizes.length - 1, Math.floor(Math.log10(Math.max(1, n)) / 3))
  return `${(n / 1000 ** power).toLocaleString('en', { maximumFractionDigits: power === 0 ? 0 : 1 })} ${sizes[power]}`
}
