// @ts-check
import { bar } from './bar.js'
import { fill, h, say, typed } from './dom.js'
import { isRunning, percentageOf } from './running.js'
import { badge, count, exportName } from './wording.js'

/** @typedef {import('./running.js').Export} Export */

/** @param {import('./running.js').Fault} fault */
const faultItem = ({ item, code, detail }) =>
  h('li', {}, item !== '' && typed(`${item}: `), typed(detail), ' ', h('code', {}, code))

/** @param {Export} entry */
const files = ({ status, queue }) => {
  if (queue === undefined || queue.total === 0) return '–'
  return isRunning(status) ? `${queue.done} of ${queue.total}` : `${queue.done}`
}

/** @param {string} url */
const isLink = url => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

/**
 * One format and resolution: how it stands, how far it is, what could not be made, and the file.
 * @param {Export} first
 */
export const exportRow = first => {
  const name = exportName(first.format, first.resolution)
  const status = badge()
  const progress = bar(`Export ${name}`)
  const message = h('span', { class: 'soft message', dir: 'auto' })
  const faults = h('ul')
  const summary = h('summary')
  const folded = h('details', { class: 'faults', hidden: true }, summary, faults)
  const done = h('td', { role: 'cell', class: 'number', 'data-label': 'Done' })
  const made = h('td', { role: 'cell', class: 'number', 'data-label': 'Files' })
  const link = h(
    'a',
    { class: 'download', download: true, rel: 'noreferrer', 'aria-label': `Download ${name}` },
    'Download',
  )
  const node = h(
    'tr',
    { role: 'row', 'data-export': `${first.format}-${first.resolution}` },
    h(
      'th',
      { role: 'rowheader', scope: 'row' },
      first.format.toUpperCase(),
      h('span', { class: 'soft' }, ` ${first.resolution}×`),
    ),
    h('td', { role: 'cell' }, status.node, progress.node, message, folded),
    done,
    made,
    h('td', { role: 'cell', class: 'file' }, link),
  )
  let shownFaults = ''
  return {
    node,
    /** @param {Export} entry */
    update(entry) {
      const runs = isRunning(entry.status)
      const percentage = percentageOf(entry)
      const errors = entry.queue?.errors ?? []
      status.update(entry.status)
      node.dataset.status = entry.status
      progress.node.hidden = !runs
      progress.update(percentage)
      say(done, percentage === undefined ? '–' : `${percentage} %`)
      say(message, entry.statusMessage)
      say(made, files(entry))
      link.hidden = !isLink(entry.url)
      if (!link.hidden) link.href = entry.url
      folded.hidden = errors.length === 0
      const faultsNow = JSON.stringify(errors)
      if (faultsNow === shownFaults) return
      shownFaults = faultsNow
      say(summary, count(errors.length, 'fault'))
      fill(faults, ...errors.map(faultItem))
    },
  }
}
