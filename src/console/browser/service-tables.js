// @ts-check
import { bar } from './bar.js'
import { fill, h, keyed, setCell, setText, typed } from './dom.js'
import { age, moment } from './times.js'
import { badge, bytes, number } from './wording.js'

/** @typedef {import('../../jobs/service-status.ts').ServiceStatus} ServiceStatus */
/** @typedef {ServiceStatus['nodes'][number] & { readonly silentSeconds: number }} Node */
/** @typedef {ServiceStatus['views'][number]} View */
/** @typedef {ServiceStatus['processes'][number]} Process */

/** @param {string} label @param {string} [kind] */
const cell = (label, kind) => h('td', { role: 'cell', class: kind, 'data-label': label })

/**
 * A table whose rows are kept by their key.
 * @template Item
 * @param {string} name class of the table
 * @param {readonly (readonly [string, string?])[]} headings
 * @param {(item: Item) => string} keyOf
 * @param {(item: Item) => { node: Element, update(item: Item): void }} row
 */
const tableOf = (name, headings, keyOf, row) => {
  const rows = h('tbody', { role: 'rowgroup' })
  const head = headings.map(([text, kind]) => h('th', { role: 'columnheader', scope: 'col', class: kind }, text))
  const heading = h('thead', { role: 'rowgroup' }, h('tr', { role: 'row' }, ...head))
  /** @type {Parameters<typeof keyed>[2]} */
  const kept = new Map()
  return {
    node: h('table', { role: 'table', class: `states ${name}` }, heading, rows),
    /** @param {readonly Item[]} items */
    update: items => keyed(rows, items, kept, keyOf, row),
  }
}

/** @param {Node} first */
const nodeRow = first => {
  const state = badge()
  const [version, seen] = [cell('Release'), cell('Last sign')]
  const [feeds, cache] = [cell('Feeds'), cell('Render cache', 'number')]
  const name = h('th', { role: 'rowheader', scope: 'row', title: first.worker }, typed(first.worker.slice(0, 8)))
  const since = cell('Since', 'dates')
  fill(since, moment(first.startedAt))
  return {
    node: h(
      'tr',
      { role: 'row', 'data-node': first.worker },
      name,
      h('td', { role: 'cell' }, state.node),
      version,
      since,
      seen,
      feeds,
      cache,
    ),
    /** @param {Node} node */
    update(node) {
      state.update(node.ready ? 'ready' : 'not-ready')
      setText(version, node.version)
      setText(seen, `${age(node.silentSeconds)} ago`)
      setText(feeds, node.feeds ? 'the views' : 'nothing')
      setCell(cache, node.cacheBytes === null ? undefined : bytes(node.cacheBytes))
    },
  }
}

/** The nodes that have said how they are. */
export const nodesTable = () =>
  tableOf(
    'nodes',
    [['Node'], ['State'], ['Release'], ['Since'], ['Last sign'], ['Feeds'], ['Render cache', 'number']],
    (/** @type {Node} */ { worker }) => worker,
    nodeRow,
  )

/** @param {View} first */
const viewRow = first => {
  const state = badge()
  const progress = bar(`Build of ${first.name}`)
  const lag = cell('Lag', 'number')
  const version = h('span', { class: 'soft' }, ` version ${first.version}`)
  return {
    node: h(
      'tr',
      { role: 'row', 'data-view': first.name },
      h('th', { role: 'rowheader', scope: 'row' }, first.name, version),
      h('td', { role: 'cell' }, state.node, progress.node),
      lag,
    ),
    /** @param {View} view */
    update(view) {
      state.update(view.state)
      progress.node.hidden = view.state !== 'building'
      progress.update(Math.floor((view.built ?? 0) * 100))
      setCell(lag, view.lag === 0 ? undefined : number(view.lag))
    },
  }
}

/** Views with their lag in positions of the log, and the progress of those that are built. */
export const viewsTable = () =>
  tableOf('views', [['View'], ['State'], ['Lag', 'number']], (/** @type {View} */ { name }) => name, viewRow)

/** @param {Process} first */
const processRow = first => {
  const counts = /** @type {const} */ (['waiting', 'scheduled', 'running', 'failed'])
  const cells = counts.map(name => cell(`${name.charAt(0).toUpperCase()}${name.slice(1)}`, 'number'))
  const oldest = cell('Oldest due', 'number')
  return {
    node: h(
      'tr',
      { role: 'row', 'data-process': first.process },
      h('th', { role: 'rowheader', scope: 'row' }, first.process),
      ...cells,
      oldest,
    ),
    /** @param {Process} process */
    update(process) {
      counts.forEach((name, i) => {
        const at = cells[i]
        if (at) setCell(at, process[name] === 0 ? undefined : number(process[name]))
      })
      setCell(oldest, process.oldestDueSeconds === null ? undefined : age(process.oldestDueSeconds))
    },
  }
}

/** Processes with their jobs by state, and for how long the oldest one is due. */
export const processesTable = () =>
  tableOf(
    'processes',
    [
      ['Process'],
      ['Waiting', 'number'],
      ['Scheduled', 'number'],
      ['Running', 'number'],
      ['Failed', 'number'],
      ['Oldest due', 'number'],
    ],
    (/** @type {Process} */ { process }) => process,
    processRow,
  )
