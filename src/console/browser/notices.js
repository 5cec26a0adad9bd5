// @ts-check
import { fill, h } from './dom.js'
import { clockTime } from './times.js'

/** @typedef {import('./api.js').Refused} Refused */

/** Refusals that pass by themselves: reading goes on, and what was read before stays. */
const passing = new Set([
  'unreachable',
  'store-unavailable',
  'busy',
  'draining',
  'not-ready',
  'read-models-behind',
  'internal-error',
])

/** Words that appear only when the answer takes its time, so that a fast one does not flicker. */
export const loading = () => h('p', { class: 'loading', role: 'status' }, 'Reading…')

/**
 * Why something is not shown, and what it would take.
 * @param {Refused} refused
 * @param {string} what such as `The history`
 */
export const refusal = ({ code, detail, permission }, what) =>
  permission === undefined
    ? h(
        'p',
        { class: 'refusal', role: 'status' },
        `${what} cannot be shown: ${code === 'unreachable' ? 'the service cannot be reached. Trying again…' : detail}`,
      )
    : h(
        'p',
        { class: 'refusal', role: 'status' },
        `${what} cannot be shown: this key lacks the permission `,
        h('code', {}, permission),
        '.',
      )

/**
 * A place for what is read: it says that it is being read, then shows it or why not. A failure that passes leaves what is
 * shown, and says so above it.
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
    /** @param {Refused} refused @returns {boolean} whether it passes by itself */
    refuse(refused) {
      if (refused.code === 'gone') return false
      const passes = passing.has(refused.code)
      if (isShown && passes) {
        notice.hidden = false
        fill(notice, 'This could not be read again. Trying…')
        return true
      }
      isShown = false
      notice.hidden = true
      fill(content, refusal(refused, what))
      return passes
    },
  }
}

/**
 * When the page was read, and a button that reads it again.
 * @param {() => void} again
 */
export const freshness = again => {
  const at = h('span')
  const node = h(
    'p',
    { class: 'freshness' },
    at,
    h('button', { type: 'button', class: 'quiet', click: again }, 'Read again'),
  )
  return { node, update: () => fill(at, `Read at ${clockTime()}`) }
}

/**
 * Buttons to the pages beside this one; a button without a page is off. `turn` gets what to ask for.
 * @param {string} label what is turned
 * @param {(query: Readonly<Record<string, string>>) => void} turn
 */
export const pager = (label, turn) => {
  /** @type {{ next: string | null, previous: string | null }} */
  let tokens = { next: null, previous: null }
  /** @param {'next' | 'previous'} way @param {string} text */
  const button = (way, text) =>
    h(
      'button',
      { type: 'button', class: 'quiet', click: () => tokens[way] !== null && turn({ [way]: tokens[way] }) },
      text,
    )
  const newer = button('previous', '← Newer')
  const older = button('next', 'Older →')
  const node = h('nav', { class: 'pager', 'aria-label': label, hidden: true }, newer, older)
  return {
    node,
    /** @param {{ next: string | null, previous: string | null }} page */
    update(page) {
      tokens = page
      newer.disabled = page.previous === null
      older.disabled = page.next === null
      node.hidden = newer.disabled && older.disabled
    },
  }
}
