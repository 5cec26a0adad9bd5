// @ts-check
import { h, typed } from './dom.js'

/** Longer values are collapsed. */
const most = 90

/** @param {unknown} value */
const textOf = value => (typeof value === 'string' ? value : JSON.stringify(value, null, 1))

/**
 * A value as text. `missing` is shown if there is no value.
 * @param {unknown} value
 * @param {string} missing
 */
export const valueView = (value, missing) => {
  if (value === undefined || value === null || value === '') return h('span', { class: 'soft' }, missing)
  const text = textOf(value)
  const oneLine = text.replace(/\s+/g, ' ')
  if (oneLine.length <= most) return h('bdi', { class: 'value' }, oneLine)
  return h(
    'details',
    { class: 'long' },
    h('summary', {}, typed(`${[...oneLine].slice(0, most - 20).join('')}…`)),
    h('pre', { dir: 'auto' }, text),
  )
}
