// @ts-check
import { fill, h, svg } from './dom.js'
import { momentText } from './times.js'
import { change, count } from './wording.js'

/** @typedef {import('./source.js').Run} Run */

/** A change of the number of rows that stands out. */
const muchChanged = 0.5
/** Units of the drawing: a place for each run, the highest bar, the baseline. */
const [slot, highest, base] = [31, 52, 68]

const short = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 })

/** @param {Run} run */
export const isMuchChanged = ({ rowChange }) => Math.abs(rowChange ?? 0) >= muchChanged

/** @param {Run} run */
const kindOf = run => {
  if (run.status === 'FAILED') return 'failed'
  if (run.status !== 'COMPLETED') return 'going'
  return isMuchChanged(run) ? 'changed' : 'loaded'
}

/** @param {Run} run */
const inWords = run => {
  const at = momentText(run.requestedAt)
  if (run.status === 'FAILED') return `${at}: failed`
  if (run.status !== 'COMPLETED') return `${at}: running`
  const changed = change(run.rowChange)
  return `${at}: ${count(run.rows ?? 0, 'row')}${changed && ` (${changed})`}`
}

/** @param {Run} run @param {number} i @param {number} most */
const barOf = (run, i, most) => {
  const [middle, kind] = [i * slot + slot / 2, kindOf(run)]
  const height = Math.max(2, Math.round((highest * (run.rows ?? 0)) / most))
  const title = svg('title', {}, inWords(run))
  const drawing =
    kind === 'failed'
      ? [svg('path', { d: `M${middle - 4} ${base - 10}l8 8m0 -8l-8 8` })]
      : [
          svg('rect', { x: middle - 9, y: base - height, width: 18, height, rx: 1.5 }),
          svg('text', { x: middle, y: base - height - 4 }, kind === 'going' ? '…' : short.format(run.rows ?? 0)),
        ]
  return svg('g', { class: kind }, title, ...drawing)
}

/** The number of rows of each run as bars, oldest first. A failed run is a cross, one that has not ended a dashed bar. */
export const rowsChart = () => {
  const picture = svg('svg', { role: 'img' })
  const node = h(
    'figure',
    { class: 'chart', hidden: true },
    picture,
    h('figcaption', { class: 'soft' }, 'Rows of the last runs, oldest first'),
  )
  let drawn = ''
  return {
    node,
    /** @param {readonly Run[]} runs newest first */
    update(runs) {
      const now = JSON.stringify(runs)
      node.hidden = runs.length < 2
      if (now === drawn) return
      drawn = now
      const shown = [...runs].reverse()
      const most = Math.max(1, ...shown.map(({ rows = 0 }) => rows))
      const width = Math.max(1, shown.length) * slot
      picture.setAttribute('viewBox', `0 0 ${width} ${base + 2}`)
      picture.setAttribute('aria-label', `Rows of the last runs, oldest first. ${shown.map(inWords).join('; ')}.`)
      const line = svg('path', { class: 'base', d: `M0 ${base + 0.5}h${width}` })
      fill(picture, line, ...shown.map((run, i) => barOf(run, i, most)))
    },
  }
}
