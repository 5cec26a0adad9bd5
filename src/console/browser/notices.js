// @ts-check
import { fill, h } from './dom.js'
import { clockTime } from './times.js'

/** @typedef {import('./api.js').Refused} Refused */

/** Transient errors: polling continues, and the data already loaded stays visible. */
const transient = new Set([
  'unreachable',
  'store-unavailable',
  'busy',
  'draining',
  'not-ready',
  'read-models-behind',
  'internal-error',
])

/** Appears after a delay, so that a fast response does not flicker. */
export const loading = () => h('p', { class: 'loading', role: 'status' }, 'Loading…')

/**
 * Why something cannot be shown, and the missing permission if that is the reason.
 * @param {Refused} refused
 * @param {string} what such as `The history`
 */
export const refusal = ({ code, detail, permission }, what) =>
  permission === undefined
    ? h(
        'p',
        { class: 'refusal', role: 'status' },
        `${what} cannot be shown: ${code === 'unreachable' ? 'the service cannot be reached. Retrying…' : detail}`,
      )
    : h(
        'p',
        { class: 'refusal', role: 'status' },
        `${what} cannot be shown: this key lacks the permission `,
        h('code', {}, permission),
        '.',
      )

/**
 * A container for loaded data. It shows a loading message, then the content or an error. A transient error keeps the
 * content and adds a notice above it.
 * @param {string} what such as `The history`
 */
export const place = what => {
  const notice = h('p', { class: 'refusal', role: 'status', hidden: true })
  const content = h('div', {}, loading())
  const node = h('div', { class: 'place' }, notice, content)
  let isShown = false
  return {
    node,
    /** @param {...import('./dom.js').Child} children */
    show(...children) {
      notice.hidden = true
      if (!isShown) fill(content, ...children)
      isShown = true
    },
    /** @param {Refused} refused @returns {boolean} whether the error is transient */
    refuse(refused) {
      if (refused.code === 'gone') return false
      const isTransient = transient.has(refused.code)
      if (isShown && isTransient) {
        notice.hidden = false
        fill(notice, 'Refresh failed. Retrying…')
        return true
      }
      isShown = false
      notice.hidden = true
      fill(content, refusal(refused, what))
      return isTransient
    },
  }
}

/**
 * The time of the last update, and a button to refresh.
 * @param {() => void} again
 */
export const freshness = again => {
  const at = h('span')
  const node = h(
    'p',
    { class: 'freshness' },
    at,
    h('button', { type: 'button', class: 'quiet', click: again }, 'Refresh'),
  )
  return { node, update: () => fill(at, `Updated at ${clockTime()}`) }
}

/**
 * Buttons for the previous and next page, disabled if there is none. `turn` receives the query of the page.
 * @param {string} label accessible name of the navigation
 * @param {(query: Readonly<Record<string, string>>) => void} turn
 * @param {{ readonly previous: string, readonly next: string }} [ways]
 */
export const pager = (label, turn, ways = { previous: 'Newer', next: 'Older' }) => {
  /** @type {{ next: string | null, previous: string | null }} */
  let tokens = { next: null, previous: null }
  /** @param {'next' | 'previous'} way @param {string} text */
  const button = (way, text) =>
    h(
      'button',
      { type: 'button', class: 'quiet', click: () => tokens[way] !== null && turn({ [way]: tokens[way] }) },
      text,
    )
  const previous = button('previous', `← ${ways.previous}`)
  const next = button('next', `${ways.next} →`)
  const node = h('nav', { class: 'pager', 'aria-label': label, hidden: true }, previous, next)
  return {
    node,
    /** @param {{ next: string | null, previous: string | null }} page */
    update(page) {
      tokens = page
      previous.disabled = page.previous === null
      next.disabled = page.next === null
      node.hidden = previous.disabled && next.disabled
    },
  }
}
