// @ts-check
import { h, setText, typed } from './dom.js'
import { documentOf } from './previews.js'

/** @typedef {{ readonly adUnitId: string, readonly name: string, readonly width: number, readonly height: number, readonly tag: string, readonly preview: string | undefined }} Tag */

/** The ad of a tag in a sandbox, loaded when it is opened. @param {Tag} tag */
const livePreview = ({ name, width, height, preview }) => {
  if (preview === undefined) return undefined
  const stage = h('div', { class: 'stage', tabindex: 0, role: 'region', 'aria-label': `The ad of ${name}` })
  const details = h('details', { class: 'live' }, h('summary', {}, 'Live preview'), stage)
  details.addEventListener('toggle', () => {
    const attributes = { src: documentOf(preview), title: `The ad of ${name}`, width, height, sandbox: 'allow-scripts' }
    if (details.open)
      stage.replaceChildren(h('iframe', { ...attributes, scrolling: 'no', referrerpolicy: 'no-referrer' }))
    else stage.replaceChildren()
  })
  return details
}

/**
 * A tag with a button that copies it, and the ad that it shows.
 * @param {Tag} tag
 */
export const tagRow = tag => {
  const text = h('textarea', { readonly: true, rows: 3, spellcheck: 'false', 'aria-label': `Tag of ${tag.name}` })
  text.value = tag.tag
  const told = h('span', { class: 'soft', role: 'status' })
  const copy = async () => {
    text.select()
    // the clipboard needs HTTPS or localhost; the text is selected in any case
    const isCopied = await navigator.clipboard?.writeText(tag.tag).then(
      () => true,
      () => false,
    )
    setText(told, isCopied ? 'Copied.' : 'It is selected: copy it with Ctrl+C, or ⌘C on a Mac.')
  }
  const size = h('span', { class: 'soft' }, ` ${tag.width} × ${tag.height}`)
  const button = h('button', { type: 'button', class: 'quiet', click: () => void copy() }, 'Copy tag')
  return h(
    'li',
    { 'data-tag': tag.adUnitId },
    h('div', { class: 'name' }, h('strong', {}, typed(tag.name)), size, told, button),
    text,
    livePreview(tag),
  )
}
