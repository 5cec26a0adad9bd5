// @ts-check
import { h, setText } from './dom.js'

/**
 * A progress bar that animates from its previous value. `update(undefined)`: running, progress unknown.
 * @param {string} label what is in progress, for screen readers
 */
export const bar = label => {
  const number = h('span', { class: 'percentage' })
  const track = h(
    'div',
    { class: 'track', role: 'progressbar', 'aria-label': label, 'aria-valuemin': 0, 'aria-valuemax': 100 },
    h('div', { class: 'done' }),
  )
  const node = h('div', { class: 'bar' }, track, number)
  return {
    node,
    /** @param {number | undefined} percentage 0 to 100 */
    update(percentage) {
      node.dataset.known = String(percentage !== undefined)
      if (percentage === undefined) track.removeAttribute('aria-valuenow')
      else track.setAttribute('aria-valuenow', String(percentage))
      node.style.setProperty('--done', `${percentage ?? 0}%`)
      setText(number, percentage === undefined ? '' : `${percentage} %`)
    },
  }
}
