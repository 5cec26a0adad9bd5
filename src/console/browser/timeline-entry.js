// @ts-check
import { changeView } from './change-view.js'
import { h, typed } from './dom.js'
import { dayOf, moment } from './times.js'
import { count } from './wording.js'

/** @typedef {import('../../audit/timeline.ts').TimelineEntry} TimelineEntry */
/** @typedef {TimelineEntry & { readonly isFirstOfDay: boolean }} Shown */

/** More changes than these are folded. */
const most = 4

/** @param {TimelineEntry['changes']} changes */
const changesView = changes => {
  if (changes.length === 0) return undefined
  const list = h('ul', { class: 'changes' }, ...changes.map(changeView))
  return changes.length <= most ? list : h('details', {}, h('summary', {}, count(changes.length, 'change')), list)
}

const ofProcess = 'process:'

/** @param {TimelineEntry} entry */
const doer = ({ actor, operation, type }) => {
  const word = h('span', { title: type }, operation)
  if (!actor.startsWith(ofProcess)) return ['by ', typed(actor), ' · ', word]
  const name = actor.slice(ofProcess.length)
  return name === operation ? ['by the process ', word] : ['by the process ', typed(name), ' · ', word]
}

/**
 * A fact of the history: the sentence, when, who by which operation, and what it changed. Facts never change, so only the
 * heading of its day may come and go.
 * @param {Shown} entry
 */
export const timelineEntry = entry => {
  const { at, summary, changes, type } = entry
  const day = h('h3', {}, dayOf(at))
  const node = h(
    'li',
    { 'data-type': type },
    day,
    h(
      'div',
      { class: 'fact' },
      h('span', { class: 'when' }, moment(at, 'time')),
      h(
        'div',
        { class: 'what' },
        h('p', { class: 'sentence', dir: 'auto' }, typed(summary)),
        h('p', { class: 'soft' }, ...doer(entry)),
        changesView(changes),
      ),
    ),
  )
  return {
    node,
    /** @param {Shown} now */
    update(now) {
      day.hidden = !now.isFirstOfDay
    },
  }
}
