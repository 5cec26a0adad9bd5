// @ts-check
import { fill, h, typed } from './dom.js'
import { count } from './wording.js'

/** @typedef {import('./source.js').Detail} Detail */

/** More columns than this are collapsed. */
const most = 24
const roles = /** @type {const} */ ([
  ['Key', 'assetKeyColumn'],
  ['Variant', 'assetVariantColumn'],
  ['Group', 'assetGroupColumn'],
  ['Rotation weight', 'rotationWeightColumn'],
  ['Reporting', 'reportingColumn'],
])

/** @param {string} column */
const item = column => h('li', {}, h('code', {}, typed(column)))

/** @param {readonly string[]} columns */
const listOf = columns => h('ul', { class: 'columns' }, ...columns.map(item))

/** The columns of an asset source, and what they are for. */
export const columnsPart = () => {
  const assigned = h('dl', { class: 'pairs' })
  const all = h('div')
  let shown = ''
  return {
    node: h('section', { class: 'sheet' }, h('h2', {}, 'Columns'), assigned, all),
    /** @param {Detail} detail */
    update(detail) {
      const now = JSON.stringify(detail)
      if (now === shown) return
      shown = now
      const { assetSourceColumns: columns } = detail
      const pairs = roles.flatMap(([name, role]) => {
        const column = detail[role]
        return column === null ? [] : [h('div', {}, h('dt', {}, name), h('dd', {}, h('code', {}, typed(column))))]
      })
      const rest = columns.slice(most)
      fill(assigned, ...pairs)
      fill(
        all,
        columns.length === 0 ? h('p', { class: 'soft' }, 'It has no columns yet.') : listOf(columns.slice(0, most)),
        rest.length > 0 && h('details', {}, h('summary', {}, `${count(rest.length, 'more column')}`), listOf(rest)),
      )
    },
  }
}
