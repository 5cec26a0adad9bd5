// @ts-check
import { h, say } from './dom.js'

/** @typedef {'still' | 'going' | 'good' | 'bad' | 'past'} Tone */

/** What a status says and how it is coloured. @type {Readonly<Record<string, readonly [string, Tone]>>} */
const statuses = {
  NEW: ['New', 'still'],
  DRAFT: ['Draft', 'still'],
  IN_PROGRESS: ['Activating', 'going'],
  FAILED: ['Failed', 'bad'],
  ACTIVE: ['Active', 'good'],
  PUBLISHED: ['Published', 'good'],
  ENDED: ['Ended', 'past'],
  EXAMINE: ['To examine', 'bad'],
  Pending: ['Pending', 'going'],
  Approved: ['Approved', 'good'],
  Rejected: ['Rejected', 'bad'],
  Unavailable: ['Not asked for', 'still'],
  Invalid: ['Content changed', 'bad'],
  INITIATED: ['Waiting', 'going'],
  PROCESSING: ['Running', 'going'],
  COMPLETED: ['Ready', 'good'],
  AVAILABLE: ['Ready', 'good'],
  ARCHIVED: ['Archived', 'past'],
  FAILED_TO_INITIATE: ['Not started', 'bad'],
  NOT_INITIATED: ['Not asked for', 'still'],
}

/**
 * A status as a dot and a word; its title is the word that the API uses.
 * @param {string} [first]
 */
export const badge = first => {
  const word = h('span')
  const node = h('span', { class: 'badge' }, word)
  const update = (/** @type {string} */ status) => {
    const [label, tone] = statuses[status] ?? [status, 'still']
    node.dataset.tone = tone
    node.title = status
    say(word, label)
  }
  if (first !== undefined) update(first)
  return { node, update }
}

/**
 * `1 file`, `2 files`.
 * @param {number} n
 * @param {string} one
 */
export const count = (n, one) => `${n.toLocaleString('en')} ${n === 1 ? one : `${one}s`}`

/**
 * `png at 2×`.
 * @param {string} format
 * @param {number} resolution
 */
export const exportName = (format, resolution) => `${format} at ${resolution}×`
