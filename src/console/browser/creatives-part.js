// @ts-check
import { fill, h, keyed, setText, typed } from './dom.js'
import { pager, place } from './notices.js'
import { pictureOf, previewOf } from './previews.js'
import { campaignPath } from './running.js'
import { count } from './wording.js'

/** @typedef {{ readonly adUnitId: number, readonly dimension: string, readonly url: string }} Preview */
/** @typedef {{ readonly creativeName: string, readonly previewUrls: readonly Preview[] }} Creative */

/** Few, because each picture that was not drawn before is drawn now. */
const perPage = 12

/** Width by height of the frame of a picture. */
const ofFrame = 1.2

/** How much of its frame a preview fills, from 0 to 1. @param {Preview} preview */
const filled = ({ dimension }) => {
  const [width = 0, height = 1] = dimension.split('x').map(Number)
  const sides = width / height
  return Math.min(sides, ofFrame) / Math.max(sides, ofFrame)
}

/** The preview that fills its frame best: the most is seen on it. @param {readonly Preview[]} previews */
const clearest = previews => previews.toSorted((a, b) => filled(b) - filled(a))[0]

/** @param {Preview} preview */
const sizeLink = ({ dimension, url }) =>
  h('a', { href: previewOf(url), target: '_blank', rel: 'noreferrer' }, dimension.replace('x', ' × '))

/**
 * The picture of a creative in the ad unit that fills the frame best, its name, and links to it in every size.
 * @param {Creative} first
 */
const creativeCard = first => {
  const preview = clearest(first.previewUrls)
  const failed = h('span', { class: 'soft', hidden: true }, 'No picture: the preview says why.')
  const picture = h('img', { alt: '', loading: 'lazy', decoding: 'async' })
  picture.addEventListener('error', () => {
    picture.hidden = true
    failed.hidden = false
  })
  const sizes = h('span', { class: 'sizes' })
  const frame = preview && h('a', { href: previewOf(preview.url), target: '_blank', rel: 'noreferrer', class: 'frame' })
  if (frame) fill(frame, picture, failed)
  return {
    node: h('li', { 'data-creative': first.creativeName }, frame, h('strong', {}, typed(first.creativeName)), sizes),
    /** @param {Creative} creative */
    update({ creativeName, previewUrls }) {
      const preview = clearest(previewUrls)
      if (preview === undefined) return
      frame?.setAttribute('aria-label', `Preview of ${creativeName}`)
      // a picture that failed is tried again with the next refresh
      const source = pictureOf(preview.url)
      if (picture.getAttribute('src') !== source || picture.hidden) {
        picture.hidden = false
        failed.hidden = true
        picture.setAttribute('src', source)
      }
      fill(sizes, ...previewUrls.map(sizeLink))
    },
  }
}

/**
 * A campaign's creatives as pictures; campaigns of feeds have no list of them.
 * @param {import('./api.js').Client} client
 * @param {number} idx
 * @param {AbortSignal} signal
 */
export const creativesPart = (client, idx, signal) => {
  const body = place('The creatives')
  const total = h('span', { class: 'soft' })
  const cards = h('ul', { class: 'creatives' })
  const none = h('p', { class: 'empty' }, 'No creatives yet.')
  const node = h('section', { class: 'wide' }, h('h2', {}, 'Creatives ', total), body.node)
  /** @type {Parameters<typeof keyed>[2]} */
  const kept = new Map()
  /** @type {Readonly<Record<string, string>>} */
  let at = {}
  const pages = pager('Creative pages', query => void turn(query), { previous: 'Previous', next: 'Next' })

  const read = async () => {
    const query = { limit: String(perPage), fields: 'creativeName,previewUrls', ...at }
    const now = await client.read(`${campaignPath(idx)}/creatives`, query, signal)
    if (!now.ok) {
      node.hidden = now.code === 'wrong-asset-source-type'
      return body.refuse(now)
    }
    const { creatives, count: all } = now.body
    setText(total, all === 0 ? '' : count(all, 'creative'))
    keyed(cards, creatives, kept, ({ creativeName }) => creativeName, creativeCard)
    none.hidden = creatives.length > 0
    pages.update(now.body)
    body.show(cards, none, pages.node)
    return false
  }
  /** @param {Readonly<Record<string, string>>} query */
  const turn = async query => {
    at = query
    await read()
  }
  return {
    node,
    /** @param {boolean} fresh @returns {Promise<boolean>} */
    read: async fresh => (fresh ? read() : false),
  }
}
