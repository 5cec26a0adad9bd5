// @ts-check
import { h, keyed } from './dom.js'
import { jobRow } from './job-row.js'
import { choice } from './list-forms.js'
import { freshness, pager, place } from './notices.js'
import { polling } from './polling.js'

/** @typedef {import('./job-row.js').Job} Job */
/** The position in the list. @typedef {{ state: string, page: Readonly<Record<string, string>> }} JobsPlace */

const pageSize = '50'
const headings = /** @type {const} */ ([['Process'], ['Job'], ['State'], ['Attempt', 'number'], ['Since'], ['Due']])
const states = { '': 'All states', failed: 'Failed', running: 'Running', waiting: 'Waiting', scheduled: 'Scheduled' }

/**
 * The account's jobs: what processes have yet to do, and what failed. It follows those that run or wait.
 * @param {import('./api.js').Client} client
 * @param {JobsPlace} at
 * @param {AbortSignal} signal
 */
export const jobsView = (client, at, signal) => {
  const body = place('The jobs')
  const rows = h('tbody', { role: 'rowgroup' })
  const head = h(
    'tr',
    { role: 'row' },
    ...headings.map(([text, kind]) => h('th', { role: 'columnheader', scope: 'col', class: kind }, text)),
  )
  const table = h('table', { role: 'table', class: 'listed jobs' }, h('thead', { role: 'rowgroup' }, head), rows)
  const none = h('p', { class: 'empty' }, 'There are no such jobs: nothing waits, and nothing has failed.')
  /** @type {Parameters<typeof keyed>[2]} */
  const kept = new Map()

  /** @returns {Promise<boolean | 'failed'>} */
  const tick = async () => {
    const query = { limit: pageSize, ...(at.state === '' ? {} : { state: at.state }), ...at.page }
    const read = await client.read('/jobs', query, signal)
    if (!read.ok) return body.refuse(read) && 'failed'
    /** @type {readonly Job[]} */
    const jobs = read.body.jobs
    keyed(rows, jobs, kept, job => `${job.process}/${job.id}`, jobRow)
    table.hidden = jobs.length === 0
    none.hidden = jobs.length > 0
    pages.update({ previous: null, next: read.body.next })
    body.show(table, none, pages.node)
    if (signal.aborted) return false
    freshly.update()
    return jobs.some(({ state }) => state === 'running' || state === 'waiting')
  }

  const start = polling(tick, signal)
  const freshly = freshness(start)
  const turn = (/** @type {Partial<JobsPlace>} */ to) => {
    Object.assign(at, { page: {}, ...to })
    start()
  }
  const pages = pager('Pages of jobs', page => turn({ page }), { previous: 'First', next: 'More' })
  const select = choice('State', states, at.state, state => turn({ state }))
  start()
  return h('div', {}, h('div', { class: 'head' }, h('h1', { tabindex: -1 }, 'Jobs'), select, freshly.node), body.node)
}
