// @ts-check
import { fill, h, keyed, setText, typed } from './dom.js'
import { pager, place } from './notices.js'
import { pictureFrame } from './picture-frame.js'
import { previewOf } from './previews.js'
import { campaignPath } from './running.js'
import { number } from './wording.js'

/** @typedef {import('./picture-frame.js').Preview} Preview */
/** @typedef {{ readonly creativeName: string, readonly previewUrls: readonly Preview[] }} Creative */

/** Few, because each picture that was not drawn before is drawn now. */
const perPage = 12

/** @param {Preview} preview */
const sizeLink = ({ dimension, url }) =>
  h('a', { href: previewOf(url), target: '_blank', rel: 'noreferrer' }, dimension.replace('x', ' × '))

/**
 * The picture of a creative, its name, and links to it in every size.
 * @param {Creative} first
 */
const creativeCard = first => {
  const frame = pictureFrame(first.previewUrls)
  const sizes = h('span', { class: 'sizes' })
  const name = h('strong', {}, typed(first.creativeName))
  return {
    node: h('li', { 'data-creative': first.creativeName }, frame?.node, name, sizes),
    /** @param {Creative} creative */
    update({ creativeName, previewUrls }) {
      frame?.update(creativeName, previewUrls)
      fill(sizes, ...previewUrls.map(sizeLink))
    },
  }
}

/**
 * A campaign's creatives as pictures. Campaigns with products have no list of them: the first ones that approvers would see are shown.
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
    if (!now.ok) return now.code === 'wrong-asset-source-type' ? readFirst() : body.refuse(now)
    const { creatives, count: all } = now.body
    setText(total, all === 0 ? '' : number(all))
    keyed(cards, creatives, kept, ({ creativeName }) => creativeName, creativeCard)
    none.hidden = creatives.length > 0
    pages.update(now.body)
    body.show(cards, none, pages.node)
    return false
  }
  const readFirst = async () => {
    const now = await client.read(`${campaignPath(idx)}/approvalPreviews`, { limit: String(perPage + 1) }, signal)
    if (!now.ok) return body.refuse(now)
    /** @type {readonly Creative[]} */
    const creatives = now.body.creatives
    setText(total, creatives.length > perPage ? `first ${perPage}` : '')
    keyed(cards, creatives.slice(0, perPage), kept, ({ creativeName }) => creativeName, creativeCard)
    none.hidden = creatives.length > 0
    body.show(cards, none)
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
