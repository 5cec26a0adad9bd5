// @ts-check
import { activationPart } from './activation-part.js'
import { approvalPart } from './approval-part.js'
import { creativesPart } from './creatives-part.js'
import { fill, h, setText, typed } from './dom.js'
import { exportsPart } from './exports-part.js'
import { historyPart } from './history-part.js'
import { freshness, place } from './notices.js'
import { planPart } from './plan-part.js'
import { polling } from './polling.js'
import { campaignPath } from './running.js'
import { tagsPart } from './tags-part.js'
import { moment, period } from './times.js'

/** @typedef {import('../../lookups/campaign-record.ts').CampaignReply} Campaign */

/** @param {Campaign} campaign */
const facts = campaign => {
  /** @type {readonly (readonly [string, import('./dom.js').Child])[]} */
  const rows = [
    ['Number', campaign.retailCampaignIdx],
    ['Runs', period(campaign.startDate, campaign.endDate)],
    ['Template', campaign.templateCampaignIdx],
    ['Ad units', campaign.adUnits.length],
    ['Ad server', campaign.adServerId === undefined ? '–' : typed(campaign.adServerId)],
    ['Created', moment(campaign.createdOn)],
    ['Changed', moment(campaign.updatedOn)],
  ]
  return rows.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value)))
}

/**
 * The campaign's facts. On 404 there is nothing else to read: `read` returns undefined.
 * @param {import('./api.js').Client} client
 * @param {number} idx
 * @param {AbortSignal} signal
 */
const overview = (client, idx, signal) => {
  const body = place('The campaign')
  const name = h('h1', { tabindex: -1, dir: 'auto' }, `Campaign ${idx}`)
  const list = h('dl', { class: 'facts' })
  /** @type {Campaign | undefined} */
  let last
  return {
    name,
    node: body.node,
    /** The campaign as it was read last. */
    campaign: () => last,
    /** @param {boolean} fresh @returns {Promise<boolean | undefined>} */
    async read(fresh) {
      if (!fresh) return false
      const read = await client.read(campaignPath(idx), {}, signal)
      if (!read.ok) {
        const again = body.refuse(read)
        return read.code === 'not-found' ? undefined : again
      }
      last = /** @type {Campaign} */ (read.body)
      setText(name, last.retailCampaignName)
      fill(list, ...facts(last))
      body.show(list)
      return false
    },
  }
}

/**
 * A campaign: facts, activation, approval, creatives, exports, tags, media plan, history. A part that the key may not read says so; the others still
 * work.
 * @param {import('./api.js').Client} client
 * @param {number} idx
 * @param {AbortSignal} signal
 */
export const campaignView = (client, idx, signal) => {
  const top = overview(client, idx, signal)
  const [activation, approval] = [activationPart(client, idx, signal), approvalPart(client, idx, signal)]
  const [exports, history] = [exportsPart(client, idx, signal), historyPart(client, idx, signal)]
  const [creatives, tags] = [creativesPart(client, idx, signal), tagsPart(client, idx, signal)]
  const plan = planPart(client, idx, signal, top.campaign)
  const parts = [activation, approval, creatives, exports, tags, plan, history]
  const below = h('div', { class: 'parts' }, ...parts.map(part => part.node))
  let running = 0

  /** @param {boolean} fresh @returns {Promise<boolean | 'failed'>} */
  const tick = async fresh => {
    const failing = await top.read(fresh)
    if (signal.aborted) return false
    below.hidden = failing === undefined
    if (failing === undefined) return false
    const before = running
    running = (await Promise.all(parts.map(part => part.read(fresh)))).filter(Boolean).length
    if (!failing) freshly.update()
    // the end of a job also changes the other parts
    if (running < before && !fresh && !signal.aborted) return tick(true)
    return failing ? 'failed' : running > 0
  }
  const start = polling(tick, signal)
  const freshly = freshness(start)
  start()
  const crumb = h('a', { class: 'back', href: '#/campaigns' }, '← Campaigns')
  return h('div', {}, h('div', { class: 'head' }, h('div', {}, crumb, top.name), freshly.node), top.node, below)
}
