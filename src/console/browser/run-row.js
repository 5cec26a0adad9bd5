// @ts-check
import { h, setCell, setText } from './dom.js'
import { faultList } from './fault-list.js'
import { isMuchChanged } from './rows-chart.js'
import { isRunning } from './running.js'
import { moment } from './times.js'
import { badge, change, count, number } from './wording.js'

/** @typedef {import('./source.js').Run} Run */
/** @typedef {import('./running.js').Fault} Fault */

/** @param {Run} run */
const messageOf = ({ status, reason = '', columnsMissing = [] }) => {
  const missing = columnsMissing.length === 0 ? '' : `Missing columns: ${columnsMissing.join(', ')}.`
  return [isRunning(status) && reason ? `An attempt failed: ${reason}` : reason, missing].filter(Boolean).join(' ')
}

/**
 * A run of a feed. Its health has the first ten faults; the queue has more, which are read when the user opens them.
 * @param {Run} first
 * @param {(queueId: string) => Promise<readonly Fault[]>} faultsOf
 */
export const runRow = (first, faultsOf) => {
  const status = badge()
  const message = h('bdi')
  const rows = h('td', { role: 'cell', class: 'number', 'data-label': 'Rows' })
  const changed = h('td', { role: 'cell', class: 'number', 'data-label': 'Change' })
  /** @type {readonly Fault[]} */
  let more = []
  let run = first
  const faults = faultList(async () => {
    if (more.length > 0 || (run.faults ?? []).length === run.faultyRows) return
    more = await faultsOf(run.queueId)
    drawFaults()
  })
  const drawFaults = () => {
    const { faultyRows = 0, faults: some = [] } = run
    const shown = more.length > some.length ? more : some
    const part = shown.length < faultyRows ? ` (${shown.length} shown)` : ''
    faults.update(`${count(faultyRows, 'row')} left out or cut${part}`, shown)
  }
  const node = h(
    'tr',
    { role: 'row', 'data-run': first.queueId },
    h('th', { role: 'rowheader', scope: 'row' }, moment(first.requestedAt)),
    h('td', { role: 'cell' }, status.node, h('span', { class: 'soft message' }, message), faults.node),
    rows,
    changed,
  )
  return {
    node,
    /** @param {Run} now */
    update(now) {
      run = now
      status.update(now.status, now.status === 'COMPLETED' ? 'Loaded' : undefined)
      setText(message, messageOf(now))
      setCell(rows, now.rows === undefined ? undefined : number(now.rows))
      setCell(changed, change(now.rowChange))
      changed.classList.toggle('much', isMuchChanged(now))
      drawFaults()
    },
  }
}
