// @ts-check
import { rowsOf } from './csv.js'
import { fill, h } from './dom.js'
import { place } from './notices.js'
import { campaignPath } from './running.js'
import { tagRow } from './tag-row.js'

/**
 * A campaign's ad tags: those of its last activation, to be copied, each with the ad of a creative. The ad is its preview,
 * because a tag that is shown counts impressions.
 * @param {import('./api.js').Client} client
 * @param {number} idx
 * @param {AbortSignal} signal
 */
export const tagsPart = (client, idx, signal) => {
  const body = place('The tags')
  const list = h('ul', { class: 'tags' })
  const none = h('p', { class: 'empty' })
  let shown = ''

  /** The signed preview of each ad unit, of the first creative that approvers see. */
  const previews = async () => {
    const read = await client.read(`${campaignPath(idx)}/approvalPreviews`, { limit: '1' }, signal)
    /** @type {readonly import('./picture-frame.js').Preview[]} */
    const urls = read.ok ? (read.body.creatives[0]?.previewUrls ?? []) : []
    return new Map(urls.map(({ adUnitId, url }) => [String(adUnitId), url]))
  }

  return {
    node: h('section', { class: 'wide' }, h('h2', {}, 'Tags'), body.node),
    /** @param {boolean} fresh @returns {Promise<boolean>} */
    async read(fresh) {
      if (!fresh) return false
      const read = await client.readText(`${campaignPath(idx)}/download-tags`, {}, signal)
      const isMissing = !read.ok && (read.code === 'campaign-not-active' || read.code === 'tags-not-generated')
      if (!read.ok && !isMissing) return body.refuse(read)
      const csv = read.ok ? read.body : ''
      none.hidden = read.ok
      fill(none, read.ok ? '' : read.detail)
      body.show(list, none)
      // unchanged tags keep their rows, with the preview that is open
      if (csv === shown) return false
      shown = csv
      const urls = csv === '' ? new Map() : await previews()
      const tags = rowsOf(csv).map(row => {
        const adUnitId = row['Ad Unit ID'] ?? ''
        return {
          adUnitId,
          name: row['Ad Unit Name'] ?? '',
          width: Number(row.Width),
          height: Number(row.Height),
          tag: row.Tag ?? '',
          preview: urls.get(adUnitId),
        }
      })
      fill(list, ...tags.map(tagRow))
      return false
    },
  }
}
