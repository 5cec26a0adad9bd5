// @ts-check
import { bar } from './bar.js'
import { h, setText, typed } from './dom.js'
import { faultList } from './fault-list.js'
import { isRunning } from './running.js'
import { moment } from './times.js'
import { badge, count, number } from './wording.js'

/** @typedef {import('./running.js').Fault} Fault */
/** @typedef {{ readonly queueId: string, readonly kind: string, readonly status: string, readonly percentage: number, readonly total: number, readonly done: number, readonly failed: number, readonly errors: readonly Fault[], readonly requestedOn: string, readonly retailCampaignIdx?: number, readonly assetSourceId?: number }} ListedQueue */

/** What each kind of queue is. @type {Readonly<Record<string, string>>} */
export const kindNames = {
  EXPORT: 'Export',
  FEED: 'Feed',
  RECOMMENDATION: 'Recommendations',
  MOTION_ASSETS: 'Motion assets',
  CLOUD_COPY: 'Cloud copy',
  DSP_EXPORT: 'Export to the DSP',
}

/** Errors of a queue in the list; a queue with as many may have more. */
const mostListed = 10

/** What the work is about. @param {ListedQueue} queue */
const about = ({ retailCampaignIdx: idx, assetSourceId: id }) => {
  if (idx !== undefined) return h('a', { href: `#/campaigns/${idx}` }, `Campaign ${idx}`)
  return id === undefined ? undefined : h('a', { href: `#/asset-sources/${id}` }, `Asset source ${id}`)
}

/** @param {ListedQueue} queue */
const doneText = ({ status, done, total, failed }) => {
  const of = isRunning(status) && total > 0 ? ` of ${number(total)}` : ''
  return `${number(done)}${of}${failed > 0 ? `, ${number(failed)} failed` : ''}`
}

/**
 * A queue in the list, with its errors. The list has the first ones; the others are read when the user opens them.
 * @param {ListedQueue} first
 * @param {(queueId: string) => Promise<readonly Fault[]>} faultsOf
 */
export const queueRow = (first, faultsOf) => {
  const status = badge()
  const progress = bar(`Queue ${first.queueId}`)
  const done = h('td', { role: 'cell', class: 'number', 'data-label': 'Done' })
  /** @type {readonly Fault[]} */
  let all = []
  let queue = first
  const faults = faultList(async () => {
    if (queue.errors.length < mostListed || all.length > 0) return
    all = await faultsOf(queue.queueId)
    drawFaults()
  })
  const drawFaults = () => {
    const shown = all.length > queue.errors.length ? all : queue.errors
    const more = shown === queue.errors && shown.length === mostListed ? ' or more' : ''
    faults.update(`${count(shown.length, 'error')}${more}`, shown)
  }
  const id = h('span', { class: 'soft' }, typed(first.queueId))
  const node = h(
    'tr',
    { role: 'row', 'data-queue': first.queueId },
    h('th', { role: 'rowheader', scope: 'row' }, kindNames[first.kind] ?? first.kind),
    h('td', { role: 'cell', 'data-label': 'About' }, h('span', { class: 'about' }, about(first), id)),
    h('td', { role: 'cell' }, status.node, progress.node, faults.node),
    done,
    h('td', { role: 'cell', class: 'dates', 'data-label': 'Requested' }, moment(first.requestedOn)),
  )
  return {
    node,
    /** @param {ListedQueue} now */
    update(now) {
      if (now.status !== queue.status) all = []
      queue = now
      const runs = isRunning(now.status)
      status.update(now.status, now.status === 'COMPLETED' ? 'Done' : undefined)
      progress.node.hidden = !runs
      progress.update(now.total === 0 ? undefined : now.percentage)
      setText(done, doneText(now))
      drawFaults()
    },
  }
}
