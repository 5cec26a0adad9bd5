// @ts-check
import { fill, h, setText, typed } from './dom.js'
import { moment } from './times.js'
import { badge } from './wording.js'

/** @typedef {{ readonly process: string, readonly id: string, readonly state: string, readonly attempt: number, readonly since: string | null, readonly due: string | null, readonly reason: string | null }} Job */

/**
 * A job in the list, with the reason of its last failure.
 * @param {Job} first
 */
export const jobRow = ({ process, id }) => {
  const state = badge()
  const reason = h('bdi')
  const why = h('p', { class: 'soft warning', dir: 'auto' }, reason)
  const cell = (/** @type {string} */ label, kind = '') => h('td', { role: 'cell', class: kind, 'data-label': label })
  const attempt = cell('Attempt', 'number')
  const since = cell('Since', 'dates')
  const due = cell('Due', 'dates')
  /** @param {HTMLElement} into @param {string | null} at */
  const time = (into, at) => {
    if (into.dataset.at !== String(at)) fill(into, at === null ? '–' : moment(at))
    into.dataset.at = String(at)
    into.toggleAttribute('data-empty', at === null)
  }
  const node = h(
    'tr',
    { role: 'row' },
    h('td', { role: 'cell' }, process),
    h('th', { role: 'rowheader', scope: 'row' }, typed(id), why),
    h('td', { role: 'cell', 'data-label': 'State' }, state.node),
    attempt,
    since,
    due,
  )
  return {
    node,
    /** @param {Job} job */
    update(job) {
      state.update(job.state)
      why.hidden = job.reason === null
      setText(reason, job.reason ?? '')
      setText(attempt, String(job.attempt))
      time(since, job.since)
      time(due, job.due)
    },
  }
}
