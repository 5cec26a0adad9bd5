// @ts-check
import { h, typed } from './dom.js'
import { valueView } from './value-view.js'

/** @typedef {{ readonly path: string, readonly from?: unknown, readonly to?: unknown }} Change */

/**
 * A change at a path: from → to.
 * @param {Change} change
 */
export const changeView = ({ path, from, to }) =>
  h(
    'li',
    {},
    h('code', { class: 'path' }, typed(path)),
    h(
      'span',
      { class: 'values' },
      h('span', { class: 'from' }, valueView(from, 'none')),
      h('span', { class: 'arrow', role: 'img', 'aria-label': 'changed to' }, '→'),
      h('span', { class: 'to' }, valueView(to, 'none')),
    ),
  )
