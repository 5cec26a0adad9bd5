// @ts-check
import { h, keyed } from './dom.js'
import { pager, place } from './notices.js'
import { campaignPath } from './running.js'
import { timelineEntry } from './timeline-entry.js'
import { dayOf } from './times.js'

const pageSize = '25'

/**
 * A campaign's history, newest first, in pages. The newest page is reloaded when a job ends.
 * @param {import('./api.js').Client} client
 * @param {number} idx
 * @param {AbortSignal} signal
 */
export const historyPart = (client, idx, signal) => {
  const body = place('The history')
  const entries = h('ol', { class: 'timeline' })
  /** @type {Parameters<typeof keyed>[2]} */
  const kept = new Map()
  /** @type {Readonly<Record<string, string>>} */
  let page = {}
  const pages = pager('History pages', to => {
    page = to
    read(true).then(() => node.scrollIntoView({ block: 'start' }))
  })
  const node = h('section', { class: 'wide' }, h('h2', {}, 'History'), body.node)

  /** @param {boolean} fresh @returns {Promise<boolean>} */
  const read = async fresh => {
    if (!fresh) return false
    const asked = page
    const query = { limit: pageSize, order: 'descending', ...page }
    const now = await client.read(`${campaignPath(idx)}/history`, query, signal)
    // the user moved to another page meanwhile
    if (asked !== page) return false
    if (!now.ok) return body.refuse(now)
    /** @type {readonly import('./timeline-entry.js').TimelineEntry[]} */
    const history = now.body.history
    const shown = history.map((entry, i) => {
      const before = history[i - 1]
      return { ...entry, isFirstOfDay: before === undefined || dayOf(before.at) !== dayOf(entry.at) }
    })
    keyed(entries, shown, kept, entry => entry.position, timelineEntry)
    // without a previous page this is the newest one, even if reached by paging back
    if (now.body.previous === null) page = {}
    pages.update(now.body)
    body.show(entries, pages.node)
    return false
  }
  return { node, read }
}
