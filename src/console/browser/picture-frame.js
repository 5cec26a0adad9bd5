// @ts-check
import { fill, h } from './dom.js'
import { pictureOf, previewOf } from './previews.js'

/** @typedef {{ readonly adUnitId: number, readonly dimension: string, readonly url: string }} Preview */

/** Width by height of the frame of a picture. */
const ofFrame = 1.2

/** How much of its frame a preview fills, from 0 to 1. @param {Preview} preview */
const filled = ({ dimension }) => {
  const [width = 0, height = 1] = dimension.split('x').map(Number)
  const sides = width / height
  return Math.min(sides, ofFrame) / Math.max(sides, ofFrame)
}

/** The preview that fills its frame best: the most is seen on it. @param {readonly Preview[]} previews */
export const clearest = previews => previews.toSorted((a, b) => filled(b) - filled(a))[0]

/**
 * The picture of a creative in the ad unit that fills the frame best, as a link to its preview; undefined without an ad unit.
 * A picture that failed is tried again with the next update.
 * @param {readonly Preview[]} first
 */
export const pictureFrame = first => {
  const preview = clearest(first)
  if (preview === undefined) return undefined
  const failed = h('span', { class: 'soft', hidden: true }, 'No picture: the preview says why.')
  const picture = h('img', { alt: '', loading: 'lazy', decoding: 'async' })
  picture.addEventListener('error', () => {
    picture.hidden = true
    failed.hidden = false
  })
  const node = h('a', { href: previewOf(preview.url), target: '_blank', rel: 'noreferrer', class: 'frame' })
  fill(node, picture, failed)
  return {
    node,
    /** @param {string} creativeName @param {readonly Preview[]} previews */
    update(creativeName, previews) {
      const now = clearest(previews) ?? preview
      node.setAttribute('aria-label', `Preview of ${creativeName}`)
      node.setAttribute('href', previewOf(now.url))
      const source = pictureOf(now.url)
      if (picture.getAttribute('src') === source && !picture.hidden) return
      picture.hidden = false
      failed.hidden = true
      picture.setAttribute('src', source)
    },
  }
}
