// @ts-check
import { fill, h, keyed, setText, typed } from './dom.js'
import { rowsChart } from './rows-chart.js'
import { duration, moment } from './times.js'
import { badge, count, number } from './wording.js'

/** @typedef {import('./source.js').Health} Health */

/** @param {string} text */
const warningItem = text => ({ node: h('li', { dir: 'auto' }, typed(text)), update: () => {} })

/** @param {Health} health */
const quietText = ({ state, warnings }) => {
  if (state === 'EMPTY') return 'It has no rows yet.'
  if (state === 'LOADING') return 'A run has not ended yet.'
  return warnings.length === 0 ? 'Nothing needs attention.' : ''
}

/** How a remote source is fetched. @param {NonNullable<Health['fetch']>} fetch */
const fetchFacts = ({ status, fetchedAt, triedAt, cacheTime, nextFetch, faultyRows }) => {
  /** @type {readonly (readonly [string, import('./dom.js').Child])[]} */
  const facts = [
    ['Last fetch', badge(status).node],
    ['Rows from', moment(fetchedAt)],
    ['Last try', triedAt === fetchedAt ? undefined : moment(triedAt)],
    ['Kept for', duration(cacheTime)],
    ['Next fetch', h('span', {}, 'by the first reader after ', moment(nextFetch))],
    ['Faulty rows', faultyRows > 0 && number(faultyRows)],
  ]
  return facts.flatMap(([name, value]) => (value ? [h('div', {}, h('dt', {}, name), h('dd', {}, value))] : []))
}

/** @param {Health['brokenImages'][number]} broken */
const brokenItem = ({ column, value }) => h('li', {}, h('code', {}, typed(column)), ' ', typed(value))

/** The state of an asset source, its warnings, and what became of its last runs or fetch. */
export const healthPart = () => {
  const state = badge()
  const quiet = h('p', { class: 'message' })
  const warnings = h('ul', { class: 'warnings' })
  const brokenCount = h('summary')
  const brokenValues = h('ul')
  const broken = h('details', { class: 'faults', hidden: true }, brokenCount, brokenValues)
  const fetch = h('dl', { class: 'pairs' })
  const chart = rowsChart()
  /** @type {Parameters<typeof keyed>[2]} */
  const kept = new Map()
  return {
    node: h(
      'section',
      { class: 'sheet' },
      h('h2', {}, 'Health'),
      state.node,
      quiet,
      warnings,
      broken,
      fetch,
      chart.node,
    ),
    /** @param {Health} health */
    update(health) {
      state.update(health.state)
      const text = quietText(health)
      quiet.hidden = text === ''
      setText(quiet, text)
      keyed(warnings, health.warnings, kept, warning => warning, warningItem)
      broken.hidden = health.brokenImages.length === 0
      setText(brokenCount, count(health.brokenImages.length, 'image value'))
      fill(brokenValues, ...health.brokenImages.map(brokenItem))
      fetch.hidden = health.fetch === undefined
      if (health.fetch) fill(fetch, ...fetchFacts(health.fetch))
      chart.update(health.runs)
    },
  }
}
