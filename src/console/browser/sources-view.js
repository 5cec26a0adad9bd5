// @ts-check
import { h, keyed, setText } from './dom.js'
import { choice, openByNumber, searchForm } from './list-forms.js'
import { freshness, pager, place } from './notices.js'
import { polling } from './polling.js'
import { sourcePath, typeNames } from './source.js'
import { sourceRow } from './source-row.js'

/** @typedef {import('./source-row.js').Source} Source */
/** The position in the list; kept while a source is open. @typedef {{ name: string, type: string, page: Readonly<Record<string, string>> }} SourcesPlace */

const pageSize = '20'
const headings = /** @type {const} */ ([
  ['№', 'number'],
  ['Asset source'],
  ['State'],
  ['Type'],
  ['Rows', 'number'],
  ['Columns', 'number'],
  ['Last load'],
])

const noSources = () =>
  h(
    'div',
    { class: 'empty' },
    h('p', {}, 'This account has no asset sources yet.'),
    h(
      'p',
      {},
      'A campaign with uploaded assets brings its own. Make others with ',
      h('a', { href: '/docs' }, 'the API'),
      ': ',
      h('code', {}, 'createInline'),
      ' takes the rows, ',
      h('code', {}, 'processFeed'),
      ' and ',
      h('code', {}, 'createFeed'),
      ' read a product feed, and ',
      h('code', {}, 'createRemote'),
      ' fetches an address when its rows are read.',
    ),
  )

/** @param {SourcesPlace} at @returns {import('./api.js').Query} */
const filtersOf = ({ name, type }) => {
  // a single filter is not split at commas, a repeated one is: an empty one preserves commas in the name
  const parts = [name && `assetSourceName(like)${name}`, type && `assetSourceType=${type}`]
  return name === '' && type === '' ? {} : { filters: [...parts, ''] }
}

/**
 * The account's asset sources, newest first, with their health, which follows those that load.
 * @param {import('./api.js').Client} client
 * @param {SourcesPlace} at
 * @param {AbortSignal} signal
 */
export const sourcesView = (client, at, signal) => {
  const body = place('The asset sources')
  const rows = h('tbody', { role: 'rowgroup' })
  const head = h(
    'tr',
    { role: 'row' },
    ...headings.map(([text, kind]) => h('th', { role: 'columnheader', scope: 'col', class: kind }, text)),
  )
  const table = h('table', { role: 'table', class: 'listed sources' }, h('thead', { role: 'rowgroup' }, head), rows)
  const none = noSources()
  const noMatch = h('p', { class: 'empty' })
  const lacking = h('code')
  const lacks = h('p', { class: 'soft note', hidden: true }, 'The states are hidden: this key lacks ', lacking, '.')
  const byNumber = h('div', { hidden: true }, openByNumber('asset source', '#/asset-sources/'))
  /** @type {Map<number, import('./source.js').Health>} */
  const healths = new Map()
  /** @type {Parameters<typeof keyed>[2]} */
  const kept = new Map()
  /** @type {readonly Source[]} */
  let sources = []

  const draw = () => {
    const shown = sources.map(source => ({ source, health: healths.get(source.assetSourceId) }))
    keyed(rows, shown, kept, ({ source }) => String(source.assetSourceId), sourceRow)
    const isFiltered = at.name !== '' || at.type !== ''
    table.hidden = sources.length === 0
    none.hidden = sources.length > 0 || isFiltered
    noMatch.hidden = sources.length > 0 || !isFiltered
    setText(noMatch, at.name === '' ? 'No asset sources are of this type.' : `No asset sources match “${at.name}”.`)
  }

  /** @param {Source} source */
  const follow = async ({ assetSourceId: id }) => {
    if (!lacks.hidden) return
    const read = await client.read(`${sourcePath(id)}/health`, {}, signal)
    if (read.ok) healths.set(id, read.body)
    else if (read.permission !== undefined) {
      lacks.hidden = false
      setText(lacking, read.permission)
    }
    draw()
  }
  /** @param {Source} source */
  const loads = ({ assetSourceId }) => healths.get(assetSourceId)?.state === 'LOADING'

  /** @param {boolean} fresh @returns {Promise<boolean | 'failed'>} */
  const tick = async fresh => {
    if (fresh) {
      const query = { limit: pageSize, order: 'descending', ...filtersOf(at), ...at.page }
      const read = await client.read('/asset-sources', query, signal)
      byNumber.hidden = read.ok || read.permission === undefined
      if (!read.ok) return body.refuse(read) && 'failed'
      sources = read.body.assetSources
      pages.update(read.body)
      draw()
      body.show(table, none, noMatch, lacks, pages.node)
    }
    await Promise.all((fresh ? sources : sources.filter(loads)).map(follow))
    if (signal.aborted) return false
    freshly.update()
    return sources.some(loads)
  }

  const start = polling(tick, signal)
  const freshly = freshness(start)
  const turn = (/** @type {Partial<SourcesPlace>} */ to) => {
    Object.assign(at, { page: {}, ...to })
    start()
  }
  const pages = pager('Asset source pages', page => turn({ page }))
  const form = searchForm(at.name, signal, name => turn({ name }))
  const types = choice('Type', { '': 'All types', ...typeNames }, at.type, type => turn({ type }))
  start()
  return h(
    'div',
    {},
    h('div', { class: 'head' }, h('h1', { tabindex: -1 }, 'Asset sources'), form, types, freshly.node),
    body.node,
    byNumber,
  )
}
