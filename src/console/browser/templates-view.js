// @ts-check
import { h, keyed } from './dom.js'
import { freshness, place } from './notices.js'
import { polling } from './polling.js'
import { templateRow } from './template-row.js'

/** @typedef {import('./template-row.js').TemplateVersion} TemplateVersion */

const base = '/tmplGenAI/regenerate'
const headings = ['Size', 'Version', 'State', 'Provider', 'Model', 'Made']
/** A template that is being made: the view follows it. */
const isMade = (/** @type {TemplateVersion} */ { entry: { status } }) => status === 'COMPLETED' || status === 'FAILED'

/** Opens the templates of a request, which the caller of the API chose. @param {string} first */
const openRequest = first => {
  const id = h('input', {
    type: 'text',
    required: true,
    maxlength: 128,
    pattern: '[A-Za-z0-9][A-Za-z0-9._\\-]*',
    value: first,
    placeholder: 'Request id',
    'aria-label': 'Request id',
    autocomplete: 'off',
    spellcheck: 'false',
  })
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault()
    location.hash = `#/templates/${encodeURIComponent(id.value)}`
  }
  return h('form', { class: 'inline', submit }, id, h('button', { class: 'quiet' }, 'Open templates'))
}

/**
 * The versions of the templates of a request, newest first in each size, with who made each and when.
 * @param {import('./api.js').Client} client
 * @param {string} requestId empty: none is chosen yet
 * @param {AbortSignal} signal
 */
export const templatesView = (client, requestId, signal) => {
  const body = place('The templates')
  const rows = h('tbody', { role: 'rowgroup' })
  const head = h('tr', { role: 'row' }, ...headings.map(text => h('th', { role: 'columnheader', scope: 'col' }, text)))
  const table = h('table', { role: 'table', class: 'listed templates' }, h('thead', { role: 'rowgroup' }, head), rows)
  /** @type {Parameters<typeof keyed>[2]} */
  const kept = new Map()

  /** @returns {Promise<boolean | 'failed'>} */
  const tick = async () => {
    if (requestId === '') {
      body.show(h('p', { class: 'empty' }, 'Enter the id of a request, as it was sent to make templates.'))
      return false
    }
    const read = await client.read(`${base}/conversations/${encodeURIComponent(requestId)}`, {}, signal)
    if (!read.ok) return body.refuse(read) && 'failed'
    /** @type {TemplateVersion[]} */
    const versions = []
    for (const { conversationId, adUnitSize } of read.body) {
      const one = await client.read(`${base}/conversation/${encodeURIComponent(conversationId)}`, {}, signal)
      if (!one.ok) return body.refuse(one) && 'failed'
      const { headVersion, entries } = one.body
      for (const entry of entries.toReversed())
        versions.push({ conversationId, adUnitSize, isHead: entry.version === headVersion, entry })
    }
    keyed(rows, versions, kept, ({ conversationId, entry }) => `${conversationId}/${entry.version}`, templateRow)
    body.show(table)
    if (signal.aborted) return false
    freshly.update()
    return !versions.every(isMade)
  }

  const start = polling(tick, signal)
  const freshly = freshness(start)
  start()
  return h(
    'div',
    {},
    h('div', { class: 'head' }, h('h1', { tabindex: -1 }, 'Templates'), openRequest(requestId), freshly.node),
    body.node,
  )
}
