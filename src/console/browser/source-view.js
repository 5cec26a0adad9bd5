// @ts-check
import { columnsPart } from './columns-part.js'
import { fill, h, setText } from './dom.js'
import { healthPart } from './health-part.js'
import { freshness, place } from './notices.js'
import { polling } from './polling.js'
import { rowsPart } from './rows-part.js'
import { runsPart } from './runs-part.js'
import { lastLoad, sourcePath, typeName } from './source.js'
import { moment } from './times.js'
import { number } from './wording.js'

/** @typedef {import('./source.js').Detail} Detail */
/** @typedef {import('./source.js').Health} Health */

/** A reader causes the fetch of a stale remote source; its end is awaited for so many reads of the health. */
const mostStale = 15

/** @param {Detail} detail @param {Health} health */
const facts = (detail, health) => {
  const { served, nextRun } = health
  const at = lastLoad(health)
  /** @type {readonly (readonly [string, import('./dom.js').Child])[]} */
  const pairs = [
    ['Number', detail.assetSourceId],
    ['Type', typeName(detail.assetSourceType)],
    ['Rows', served === null ? '–' : number(served.rows)],
    ['Columns', number(detail.assetSourceColumns.length)],
    ['Version', served?.version],
    ['Last load', at && moment(at)],
    ['Next run', detail.assetSourceType === 'feed' && (nextRun === null ? 'not scheduled' : moment(nextRun))],
  ]
  return pairs.flatMap(([name, value]) => (value ? [h('div', {}, h('dt', {}, name), h('dd', {}, value))] : []))
}

/**
 * The detail and the health of a source, given to `show` when they were read. If they are refused there is nothing else to
 * read: `read` returns undefined.
 * @param {import('./api.js').Client} client
 * @param {number} id
 * @param {AbortSignal} signal
 * @param {(detail: Detail, health: Health) => void} show
 */
const overview = (client, id, signal, show) => {
  const body = place('The asset source')
  const name = h('h1', { tabindex: -1, dir: 'auto' }, `Asset source ${id}`)
  const list = h('dl', { class: 'facts' })
  let stale = 0
  /** @type {import('./api.js').Read<Detail> | undefined} */
  let known
  return {
    name,
    node: body.node,
    /** @param {boolean} fresh @returns {Promise<boolean | 'failed' | undefined>} whether rows are loading */
    async read(fresh) {
      const [detail, health] = await Promise.all([
        fresh || !known ? client.read(sourcePath(id), {}, signal) : known,
        client.read(`${sourcePath(id)}/health`, {}, signal),
      ])
      if (!detail.ok) return body.refuse(detail) ? 'failed' : undefined
      if (!health.ok) return body.refuse(health) ? 'failed' : undefined
      known = detail
      setText(name, detail.body.assetSourceName)
      fill(list, ...facts(detail.body, health.body))
      body.show(list)
      show(detail.body, health.body)
      stale = health.body.fetch?.status === 'STALE' ? stale + 1 : 0
      return health.body.state === 'LOADING' || (stale > 0 && stale <= mostStale)
    },
  }
}

/**
 * An asset source: facts, health, columns, runs and rows.
 * @param {import('./api.js').Client} client
 * @param {number} id
 * @param {AbortSignal} signal
 */
export const sourceView = (client, id, signal) => {
  const [health, columns, runs] = [healthPart(), columnsPart(), runsPart(client, signal)]
  const rows = rowsPart(client, id, signal)
  const below = h('div', { class: 'parts', hidden: true }, health.node, columns.node, runs.node, rows.node)
  const top = overview(client, id, signal, (detail, now) => {
    below.hidden = false
    columns.update(detail)
    health.update(now)
    runs.update(now)
  })
  let loading = false

  /** @param {boolean} fresh @returns {Promise<boolean | 'failed'>} */
  const tick = async fresh => {
    const now = await top.read(fresh)
    if (signal.aborted) return false
    if (now === undefined) below.hidden = true
    if (now === undefined || now === 'failed') return now ?? false
    const before = loading
    loading = now
    const failed = await rows.read(fresh)
    freshly.update()
    // rows that were loaded are read at once
    if (before && !loading && !fresh && !signal.aborted) return tick(true)
    return failed ? 'failed' : loading
  }
  const start = polling(tick, signal)
  const freshly = freshness(start)
  start()
  const crumb = h('a', { class: 'back', href: '#/asset-sources' }, '← Asset sources')
  return h('div', {}, h('div', { class: 'head' }, h('div', {}, crumb, top.name), freshly.node), top.node, below)
}
