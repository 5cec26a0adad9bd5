// @ts-check
import { fill, h, setCell, setText, typed } from './dom.js'
import { moment } from './times.js'
import { badge } from './wording.js'

/** Who made a version. @typedef {{ readonly provider: string, readonly model?: string, readonly at: string }} Provenance */
/** @typedef {{ readonly version: string, readonly prompt: string | null, readonly status: string, readonly createdAt: string, readonly warnings: readonly string[], readonly error: string | null, readonly provenance: Provenance | null }} Entry */
/** @typedef {{ readonly conversationId: string, readonly adUnitSize: string, readonly isHead: boolean, readonly entry: Entry }} TemplateVersion */

/**
 * A version of a template: what was asked for, who made it, and when.
 * @param {TemplateVersion} first
 */
export const templateRow = ({ adUnitSize, entry: { version, prompt } }) => {
  const state = badge()
  const head = h('span', { class: 'soft' })
  const reason = h('bdi')
  const why = h('p', { class: 'soft warning', dir: 'auto' }, reason)
  const cell = (/** @type {string} */ label, kind = '') => h('td', { role: 'cell', class: kind, 'data-label': label })
  const provider = cell('Provider')
  const model = cell('Model')
  const made = cell('Made', 'dates')
  const asked = prompt === null ? 'made from the brand' : prompt
  const node = h(
    'tr',
    { role: 'row', 'data-version': `${adUnitSize}-${version}` },
    h('td', { role: 'cell' }, adUnitSize),
    h('th', { role: 'rowheader', scope: 'row' }, `${version} `, typed(asked), ' ', head, why),
    h('td', { role: 'cell', 'data-label': 'State' }, state.node),
    provider,
    model,
    made,
  )
  return {
    node,
    /** @param {TemplateVersion} shown */
    update({ isHead, entry: { status, createdAt, error, provenance } }) {
      state.update(status)
      setText(head, isHead ? '(in use)' : '')
      why.hidden = error === null
      setText(reason, error ?? '')
      setCell(provider, provenance?.provider)
      setCell(model, provenance?.model)
      const at = provenance?.at ?? createdAt
      if (made.dataset.at !== at) fill(made, moment(at))
      made.dataset.at = at
    },
  }
}
