// @ts-check
import { fill, h, keyed, setText } from './dom.js'
import { freshness, place } from './notices.js'
import { polling } from './polling.js'
import { noticeItem, noticesOf } from './service-notices.js'
import { nodesTable, processesTable, viewsTable } from './service-tables.js'
import { bytes, number } from './wording.js'

/** @typedef {import('../../jobs/service-status.ts').ServiceStatus} ServiceStatus */

/** Where the status is read, for a key that covers every account. */
export const statusPath = '/v2/status'

/** The status changes with every node's word, which comes every five seconds. */
const everyMs = 5000

/** @param {ServiceStatus} status */
const facts = ({ head, sizes, accounts, moreAccounts }) => {
  const rows = /** @type {const} */ ([
    ['Head of the log', number(Number(head))],
    ['Log', bytes(sizes.log)],
    ['Views', bytes(sizes.views)],
    ['Files', bytes(sizes.blobs)],
    ['Accounts', `${number(accounts.length)}${moreAccounts ? ' and more' : ''}`],
  ])
  return rows.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value)))
}

/**
 * A table of what is not at rest, with a line about the rest, which opens.
 * @template Item
 * @param {string} title
 * @param {() => { node: Element, update(items: readonly Item[]): void }} make
 */
const section = (title, make) => {
  const [busy, quiet] = [make(), make()]
  const summary = h('summary', { class: 'soft' })
  const rest = h('details', {}, summary, quiet.node)
  return {
    node: h('section', { class: 'wide' }, h('h2', {}, title), busy.node, rest),
    /** @param {readonly Item[]} shown @param {readonly Item[]} others @param {string} words about the others */
    update(shown, others, words) {
      busy.node.toggleAttribute('hidden', shown.length === 0)
      rest.hidden = others.length === 0
      busy.update(shown)
      quiet.update(others)
      setText(summary, words)
    },
  }
}

/** Seconds between a node's last word and the status. @param {string} at @param {string} seenAt */
const silence = (at, seenAt) => Math.max(0, Math.round((Date.parse(at) - Date.parse(seenAt)) / 1000))

/**
 * The service for operators: what needs them, nodes, views, processes and sizes.
 * @param {import('./api.js').Client} client
 * @param {AbortSignal} signal
 */
export const serviceView = (client, signal) => {
  const body = place('The status of the service')
  const list = h('dl', { class: 'facts' })
  const notices = h('ul', { class: 'notices' })
  const well = h('p', { class: 'message soft' }, 'Nothing needs an operator.')
  const nodes = nodesTable()
  const views = section('Views', viewsTable)
  const processes = section('Processes', processesTable)
  const below = h(
    'div',
    {},
    h('section', { class: 'wide' }, h('h2', {}, 'Nodes'), nodes.node),
    views.node,
    processes.node,
  )
  /** @type {Parameters<typeof keyed>[2]} */
  const kept = new Map()

  /** @param {ServiceStatus} status */
  const draw = status => {
    fill(list, ...facts(status))
    const found = noticesOf(status)
    keyed(notices, found, kept, ({ key }) => key, noticeItem)
    well.hidden = found.length > 0
    nodes.update(status.nodes.map(node => ({ ...node, silentSeconds: silence(status.at, node.seenAt) })))
    const behind = status.views.filter(({ state }) => state !== 'current')
    const current = status.views.filter(({ state }) => state === 'current')
    views.update(behind, current, `${current.length} of ${status.views.length} are current`)
    const isBusy = (/** @type {ServiceStatus['processes'][number]} */ p) =>
      p.waiting + p.scheduled + p.running + p.failed > 0
    const idle = status.processes.filter(process => !isBusy(process))
    processes.update(
      status.processes.filter(isBusy),
      idle,
      `${idle.length} of ${status.processes.length} have nothing to do`,
    )
  }

  /** @returns {Promise<boolean | 'failed'>} */
  const tick = async () => {
    const read = await client.readService(statusPath, signal)
    if (!read.ok) return body.refuse(read) && 'failed'
    draw(read.body)
    body.show(list, notices, well, below)
    if (signal.aborted) return false
    freshly.update()
    return true
  }

  const start = polling(tick, signal, everyMs)
  const freshly = freshness(start)
  start()
  return h(
    'div',
    { class: 'service' },
    h('div', { class: 'head' }, h('h1', { tabindex: -1 }, 'Service'), freshly.node),
    body.node,
  )
}
