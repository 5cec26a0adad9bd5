// @ts-check
import { bar } from './bar.js'
import { h, setText } from './dom.js'
import { faultList } from './fault-list.js'
import { isRunning, percentageOf } from './running.js'
import { badge, count, exportName } from './wording.js'

/** @typedef {import('./running.js').Export} Export */

/** @param {Export} entry */
const files = ({ status, queue }) => {
  if (queue === undefined || queue.total === 0) return '–'
  return isRunning(status) ? `${queue.done} of ${queue.total}` : `${queue.done}`
}

/** @param {string} url */
const isLink = url => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

/**
 * An export in one format and resolution: status, progress, errors and download link.
 * @param {Export} first
 */
export const exportRow = first => {
  const name = exportName(first.format, first.resolution)
  const status = badge()
  const progress = bar(`Export ${name}`)
  const message = h('span', { class: 'soft message', dir: 'auto' })
  const faults = faultList()
  const done = h('td', { role: 'cell', class: 'number', 'data-label': 'Done' })
  const fileCount = h('td', { role: 'cell', class: 'number', 'data-label': 'Files' })
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
    h('td', { role: 'cell' }, status.node, progress.node, message, faults.node),
    done,
    fileCount,
    h('td', { role: 'cell', class: 'file' }, link),
  )
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
      setText(done, percentage === undefined ? '–' : `${percentage} %`)
      setText(message, entry.statusMessage)
      setText(fileCount, files(entry))
      link.hidden = !isLink(entry.url)
      if (!link.hidden) link.href = entry.url
      faults.update(count(errors.length, 'error'), errors)
    },
  }
}
