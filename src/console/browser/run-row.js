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
 * How many items of a run are missing, and in words which.
 * @param {Run} run
 * @returns {[number, string]}
 */
const missingOf = ({ faultyRows = 0, filmsMissing = 0 }) =>
  filmsMissing > 0
    ? [filmsMissing, `${count(filmsMissing, 'film')} missing`]
    : [faultyRows, `${count(faultyRows, 'row')} left out or cut`]

/**
 * A run of an asset source. Its health has the first ten faults; the queue has more, which are read when the user opens them.
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
    if (more.length > 0 || (run.faults ?? []).length === missingOf(run)[0]) return
    more = await faultsOf(run.queueId)
    drawFaults()
  })
  const drawFaults = () => {
    const { faults: some = [] } = run
    const [missing, words] = missingOf(run)
    const shown = more.length > some.length ? more : some
    const part = shown.length < missing ? ` (${shown.length} shown)` : ''
    faults.update(`${words}${part}`, shown)
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
