// @ts-check
import { changeView } from './change-view.js'
import { h, typed } from './dom.js'
import { peopleView } from './people.js'
import { dayOf, moment } from './times.js'
import { count } from './wording.js'

/** @typedef {import('../../audit/timeline.ts').TimelineEntry} TimelineEntry */
/** @typedef {TimelineEntry & { readonly isFirstOfDay: boolean }} Shown */

/** More changes than this are collapsed. */
const most = 4

/** @param {TimelineEntry['changes']} changes */
const changesView = changes => {
  if (changes.length === 0) return undefined
  const list = h('ul', { class: 'changes' }, ...changes.map(changeView))
  return changes.length <= most ? list : h('details', {}, h('summary', {}, count(changes.length, 'change')), list)
}

const processPrefix = 'process:'

/** @param {TimelineEntry} entry */
const doer = ({ actor, operation, type }) => {
  const word = h('span', { title: type }, operation)
  if (!actor.startsWith(processPrefix)) return ['by ', typed(actor), ' · ', word]
  const name = actor.slice(processPrefix.length)
  return name === operation ? ['by process ', word] : ['by process ', typed(name), ' · ', word]
}

/**
 * An entry of the history: summary, time, actor, operation, people and changes. Entries never change; only the day heading may
 * appear or disappear.
 * @param {Shown} entry
 */
export const timelineEntry = entry => {
  const { at, summary, people, changes, type } = entry
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
        peopleView(people),
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
