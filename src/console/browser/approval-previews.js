// @ts-check
import { h, keyed, setText } from './dom.js'
import { pictureFrame } from './picture-frame.js'
import { campaignPath } from './running.js'

/** @typedef {import('./creatives-part.js').Creative} Creative */

/** So many pictures fit beside the approvers; one more is read to know whether there are others. */
const most = 4

/** @param {Creative} first */
const previewCard = first => {
  const frame = pictureFrame(first.previewUrls)
  return {
    node: h('li', { title: first.creativeName }, frame?.node),
    /** @param {Creative} creative */
    update: ({ creativeName, previewUrls }) => frame?.update(creativeName, previewUrls),
  }
}

/**
 * The first pictures that the approvers see.
 * @param {import('./api.js').Client} client
 * @param {number} idx
 * @param {AbortSignal} signal
 */
export const approvalPreviews = (client, idx, signal) => {
  const title = h('p', { class: 'soft' })
  const cards = h('ul', { class: 'creatives small' })
  const node = h('div', { class: 'shown', hidden: true }, title, cards)
  /** @type {Parameters<typeof keyed>[2]} */
  const kept = new Map()
  return {
    node,
    async read() {
      const read = await client.read(`${campaignPath(idx)}/approvalPreviews`, { limit: String(most + 1) }, signal)
      // the part beside it says what is wrong
      if (!read.ok) return
      /** @type {readonly Creative[]} */
      const creatives = read.body.creatives
      node.hidden = creatives.length === 0
      setText(title, creatives.length > most ? `Approvers see (first ${most})` : 'Approvers see')
      keyed(cards, creatives.slice(0, most), kept, ({ creativeName }) => creativeName, previewCard)
    },
  }
}
