// @ts-check
import { h, keyed } from './dom.js'
import { runRow } from './run-row.js'

/** @param {string} text @param {string} [kind] */
const head = (text, kind) => h('th', { role: 'columnheader', scope: 'col', class: kind }, text)

/**
 * The last runs of a feed, newest first; hidden for sources without runs.
 * @param {import('./api.js').Client} client
 * @param {AbortSignal} signal
 */
export const runsPart = (client, signal) => {
  const rows = h('tbody', { role: 'rowgroup' })
  const headers = h(
    'tr',
    { role: 'row' },
    head('Requested'),
    head('Status'),
    head('Rows', 'number'),
    head('Change', 'number'),
  )
  const table = h('table', { role: 'table', class: 'runs' }, h('thead', { role: 'rowgroup' }, headers), rows)
  const node = h('section', { class: 'wide' }, h('h2', {}, 'Runs'), table)
  /** @type {Parameters<typeof keyed>[2]} */
  const kept = new Map()

  /** Needs AssetSource_Create, which a key that only reads may lack: then there are no more faults. @param {string} queueId */
  const faultsOf = async queueId => {
    const read = await client.read(`/queues/${encodeURIComponent(queueId)}`, {}, signal)
    return read.ok ? read.body.errors : []
  }
  /** @param {import('./source.js').Run} run */
  const rowOf = run => runRow(run, faultsOf)
  return {
    node,
    /** @param {import('./source.js').Health} health */
    update({ runs }) {
      node.hidden = runs.length === 0
      keyed(rows, runs, kept, ({ queueId }) => queueId, rowOf)
    },
  }
}
