// @ts-check
import { fill, h, keyed, setCell, setText, typed } from './dom.js'
import { lastLoad, typeName } from './source.js'
import { moment } from './times.js'
import { badge, number } from './wording.js'

/** @typedef {{ readonly assetSourceId: number, readonly assetSourceName: string }} Source */
/** `health` is undefined until it was read, and if the key may not read it. */
/** @typedef {{ readonly source: Source, readonly health: import('./source.js').Health | undefined }} Shown */

/** @param {string} text */
const warningLine = text => ({ node: h('p', { class: 'soft warning', dir: 'auto' }, typed(text)), update: () => {} })

/**
 * An asset source in the list, with its first warning. The whole row links to its page.
 * @param {Shown} first
 */
export const sourceRow = ({ source: { assetSourceId: id } }) => {
  const name = h('bdi')
  const state = badge()
  const warnings = h('div', { class: 'lines' })
  const cell = (/** @type {string} */ label, kind = '') => h('td', { role: 'cell', class: kind, 'data-label': label })
  const type = cell('Type')
  const rows = cell('Rows', 'number')
  const columns = cell('Columns', 'number')
  const loaded = cell('Last load', 'dates')
  /** @type {Parameters<typeof keyed>[2]} */
  const kept = new Map()
  const node = h(
    'tr',
    { role: 'row', 'data-source': id },
    h('td', { role: 'cell', class: 'number' }, id),
    h('th', { role: 'rowheader', scope: 'row' }, h('a', { href: `#/asset-sources/${id}` }, name), warnings),
    h('td', { role: 'cell', 'data-label': 'State' }, state.node),
    type,
    rows,
    columns,
    loaded,
  )
  return {
    node,
    /** @param {Shown} now */
    update({ source, health }) {
      setText(name, source.assetSourceName)
      state.node.hidden = health === undefined
      if (health === undefined) return
      const { served, warnings: all } = health
      const at = lastLoad(health)
      state.update(health.state)
      setText(type, typeName(health.assetSourceType))
      setCell(rows, served === null ? undefined : number(served.rows))
      setCell(columns, served?.columns === undefined ? undefined : number(served.columns))
      if (loaded.dataset.at !== String(at)) fill(loaded, at === undefined ? '–' : moment(at))
      loaded.dataset.at = String(at)
      loaded.toggleAttribute('data-empty', at === undefined)
      keyed(warnings, all.slice(0, 1), kept, text => text, warningLine)
    },
  }
}
