// @ts-check
import { h, keyed } from './dom.js'
import { exportRow } from './export-row.js'
import { place } from './notices.js'
import { exportsOf, isRunning } from './running.js'

/** @param {string} text @param {string} [kind] */
const head = (text, kind) => h('th', { role: 'columnheader', scope: 'col', class: kind }, text)

/**
 * A campaign's exports by format and resolution, with downloads.
 * @param {import('./api.js').Client} client
 * @param {number} idx
 * @param {AbortSignal} signal
 */
export const exportsPart = (client, idx, signal) => {
  const body = place('The exports')
  const rows = h('tbody', { role: 'rowgroup' })
  const headers = h(
    'tr',
    { role: 'row' },
    head('Format'),
    head('Status'),
    head('Done', 'number'),
    head('Files', 'number'),
    head('Download', 'file'),
  )
  const table = h('table', { role: 'table', class: 'exports' }, h('thead', { role: 'rowgroup' }, headers), rows)
  const none = h('p', { class: 'empty' }, 'No exports yet.')
  const read = exportsOf(client, idx, signal)
  /** @type {Parameters<typeof keyed>[2]} */
  const kept = new Map()
  let runs = true
  return {
    node: h('section', { class: 'wide' }, h('h2', {}, 'Exports'), body.node),
    /** @param {boolean} fresh @returns {Promise<boolean>} */
    async read(fresh) {
      if (!fresh && !runs) return false
      const now = await read('all')
      if (!now.ok) {
        runs = body.refuse(now)
        return runs
      }
      keyed(rows, now.body, kept, e => `${e.format} ${e.resolution}`, exportRow)
      table.hidden = now.body.length === 0
      none.hidden = now.body.length > 0
      body.show(table, none)
      runs = now.body.some(entry => isRunning(entry.status))
      return runs
    },
  }
}
