// @ts-check
import { h, keyed } from './dom.js'
import { choice } from './list-forms.js'
import { freshness, pager, place } from './notices.js'
import { polling } from './polling.js'
import { kindNames, queueRow } from './queue-row.js'
import { isRunning } from './running.js'

/** @typedef {import('./queue-row.js').ListedQueue} ListedQueue */
/** The position in the list. @typedef {{ kind: string, status: string, page: Readonly<Record<string, string>> }} QueuesPlace */

const pageSize = '20'
const headings = /** @type {const} */ ([['Work'], ['About'], ['Status'], ['Done', 'number'], ['Requested']])
const statuses = { '': 'Any status', INITIATED: 'Waiting', PROCESSING: 'Running', COMPLETED: 'Done', FAILED: 'Failed' }

/** @param {QueuesPlace} at @returns {import('./api.js').Query} */
const filtersOf = ({ kind, status }) => {
  const filters = [kind && `kind=${kind}`, status && `status=${status}`].filter(Boolean)
  return filters.length === 0 ? {} : { filters }
}

/**
 * The account's queues, newest first: exports, runs of asset sources, copies and exports to the DSP, with their errors. It follows
 * those that run.
 * @param {import('./api.js').Client} client
 * @param {QueuesPlace} at
 * @param {AbortSignal} signal
 */
export const queuesView = (client, at, signal) => {
  const body = place('The queues')
  const rows = h('tbody', { role: 'rowgroup' })
  const head = h(
    'tr',
    { role: 'row' },
    ...headings.map(([text, kind]) => h('th', { role: 'columnheader', scope: 'col', class: kind }, text)),
  )
  const table = h('table', { role: 'table', class: 'exports queues' }, h('thead', { role: 'rowgroup' }, head), rows)
  const none = h('p', { class: 'empty' }, 'No such queues, or none that this key may read.')
  /** @type {Parameters<typeof keyed>[2]} */
  const kept = new Map()

  /** @param {string} queueId */
  const faultsOf = async queueId => {
    const read = await client.read(`/queues/${encodeURIComponent(queueId)}`, {}, signal)
    return read.ok ? read.body.errors : []
  }

  /** @param {ListedQueue} queue */
  const rowOf = queue => queueRow(queue, faultsOf)

  /** @returns {Promise<boolean | 'failed'>} */
  const tick = async () => {
    const query = { limit: pageSize, order: 'descending', ...filtersOf(at), ...at.page }
    const read = await client.read('/queues', query, signal)
    if (!read.ok) return body.refuse(read) && 'failed'
    /** @type {readonly ListedQueue[]} */
    const queues = read.body.queues
    keyed(rows, queues, kept, ({ queueId }) => queueId, rowOf)
    table.hidden = queues.length === 0
    none.hidden = queues.length > 0
    pages.update(read.body)
    body.show(table, none, pages.node)
    if (signal.aborted) return false
    freshly.update()
    return queues.some(({ status }) => isRunning(status))
  }

  const start = polling(tick, signal)
  const freshly = freshness(start)
  const turn = (/** @type {Partial<QueuesPlace>} */ to) => {
    Object.assign(at, { page: {}, ...to })
    start()
  }
  const pages = pager('Pages of queues', page => turn({ page }))
  const kinds = choice('Work', { '': 'All work', ...kindNames }, at.kind, kind => turn({ kind }))
  const select = choice('Status', statuses, at.status, status => turn({ status }))
  start()
  return h(
    'div',
    {},
    h('div', { class: 'head' }, h('h1', { tabindex: -1 }, 'Queues'), kinds, select, freshly.node),
    body.node,
  )
}
