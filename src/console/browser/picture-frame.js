// @ts-check
import { h } from './dom.js'
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
 * A picture that failed leads to its own address, which says why, and is tried again with the next update.
 * @param {readonly Preview[]} first
 */
export const pictureFrame = first => {
  const preview = clearest(first)
  if (preview === undefined) return undefined
  const failed = h('span', { class: 'soft', hidden: true }, 'No picture: see why.')
  const picture = h('img', { alt: '', loading: 'lazy', decoding: 'async' })
  const node = h('a', { target: '_blank', rel: 'noreferrer', class: 'frame' }, picture, failed)
  let [name, url] = ['', preview.url]
  /** @param {boolean} hasFailed */
  const show = hasFailed => {
    picture.hidden = hasFailed
    failed.hidden = !hasFailed
    node.setAttribute('href', hasFailed ? pictureOf(url) : previewOf(url))
    node.setAttribute('aria-label', hasFailed ? `No picture: see why. ${name}` : `Preview of ${name}`)
  }
  picture.addEventListener('error', () => show(true))
  return {
    node,
    /** @param {string} creativeName @param {readonly Preview[]} previews */
    update(creativeName, previews) {
      name = creativeName
      url = (clearest(previews) ?? preview).url
      const source = pictureOf(url)
      if (picture.getAttribute('src') === source && !picture.hidden) return
      show(false)
      picture.setAttribute('src', source)
    },
  }
}
