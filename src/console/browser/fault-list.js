// @ts-check
import { fill, h, setText, typed } from './dom.js'

/** @typedef {import('./running.js').Fault} Fault */

/** @param {Fault} fault */
const faultItem = ({ item, code, detail }) =>
  h('li', {}, item !== '' && typed(`${item}: `), typed(detail), ' ', h('code', {}, code))

/**
 * Faults under a summary, collapsed; hidden without faults.
 * @param {() => void} [opened] called when the user expands it
 */
export const faultList = opened => {
  const list = h('ul')
  const summary = h('summary')
  /** @type {HTMLDetailsElement} */
  const node = h('details', { class: 'faults', hidden: true, toggle: () => node.open && opened?.() }, summary, list)
  let shown = ''
  return {
    node,
    /** @param {string} title @param {readonly Fault[]} faults */
    update(title, faults) {
      node.hidden = faults.length === 0
      const now = JSON.stringify([title, faults])
      if (now === shown) return
      shown = now
      setText(summary, title)
      fill(list, ...faults.map(faultItem))
    },
  }
}
