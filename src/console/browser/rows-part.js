// @ts-check
import { fill, h } from './dom.js'
import { pager, place } from './notices.js'
import { sourcePath } from './source.js'
import { valueView } from './value-view.js'
import { number } from './wording.js'

/** @typedef {Readonly<Record<string, string>>} Row */
/** @typedef {import('./source.js').Detail & { readonly data: readonly Row[], readonly next: string | null, readonly prev: string | null }} Page */

const pageSize = '20'
/** A table has no more columns than this, the key first. */
const most = 40

/** @param {Page} page */
const shownColumns = ({ assetSourceColumns, assetKeyColumn }) => {
  const isKey = (/** @type {string} */ column) => column === assetKeyColumn
  const others = assetSourceColumns.filter(column => !isKey(column))
  return [...assetSourceColumns.filter(isKey), ...others].slice(0, most)
}

/** Rows of uploaded sources lack columns, and a column may have the name of a member that every object has. @param {Row} row @param {string} column */
const cellOf = (row, column) => valueView(Object.hasOwn(row, column) ? row[column] : '', '–')

/** @param {Row} row @param {readonly string[]} columns */
const rowOf = (row, [key = '', ...columns]) =>
  h('tr', {}, h('th', { scope: 'row' }, cellOf(row, key)), ...columns.map(column => h('td', {}, cellOf(row, column))))

/**
 * The rows of an asset source, in pages. Values are shown as text, also those of images.
 * @param {import('./api.js').Client} client
 * @param {number} id
 * @param {AbortSignal} signal
 */
export const rowsPart = (client, id, signal) => {
  const body = place('The rows')
  const head = h('tr')
  const rows = h('tbody')
  const scroll = h(
    'div',
    { class: 'scroll', role: 'region', 'aria-label': 'Rows', tabindex: 0 },
    h('table', { class: 'data' }, h('thead', {}, head), rows),
  )
  const none = h('p', { class: 'empty' }, 'No rows yet.')
  const cut = h('p', { class: 'soft note' })
  /** @type {Readonly<Record<string, string>>} */
  let page = {}
  let drawn = ''
  const turn = (/** @type {Readonly<Record<string, string>>} */ to) => {
    page = to
    read(true).then(() => node.scrollIntoView({ block: 'start' }))
  }
  const pages = pager('Row pages', turn, { previous: 'Previous', next: 'Next' })
  const node = h('section', { class: 'wide' }, h('h2', {}, 'Rows'), body.node)

  /** @param {Page} now */
  const draw = now => {
    const columns = shownColumns(now)
    const text = JSON.stringify([columns, now.data])
    scroll.hidden = now.data.length === 0
    none.hidden = now.data.length > 0 || now.prev !== null || now.next !== null
    cut.hidden = columns.length === now.assetSourceColumns.length
    fill(cut, `The first ${most} of ${number(now.assetSourceColumns.length)} columns are shown.`)
    if (text === drawn) return
    drawn = text
    fill(head, ...columns.map(column => h('th', { scope: 'col' }, h('bdi', {}, column))))
    fill(rows, ...now.data.map(row => rowOf(row, columns)))
    scroll.scrollTo(0, 0)
  }

  /** @param {boolean} fresh @returns {Promise<boolean>} whether the error is transient */
  const read = async fresh => {
    if (!fresh) return false
    const asked = page
    const now = await client.read(`${sourcePath(id)}/data`, { limit: pageSize, ...page }, signal)
    // the user moved to another page meanwhile
    if (asked !== page) return false
    if (!now.ok && now.code === 'invalid-cursor' && Object.keys(page).length > 0) {
      // the source serves other rows now: begin again
      page = {}
      return read(true)
    }
    if (!now.ok) return body.refuse(now)
    draw(now.body)
    pages.update({ next: now.body.next, previous: now.body.prev })
    body.show(scroll, none, cut, pages.node)
    return false
  }
  return { node, read }
}
