// @ts-check
import { fill, h, typed } from './dom.js'
import { place } from './notices.js'
import { count } from './wording.js'

/** @typedef {import('../../lookups/campaign-record.ts').CampaignReply} Campaign */
/** @typedef {{ readonly placementId: string, readonly placementName: string } & Readonly<Record<string, readonly string[] | string>>} Placement */
/** @typedef {{ readonly siteId: number, readonly siteName: string, readonly placements: readonly Placement[] }} Site */

/** The trackers that a display tag fires, by when it does; others are kept for other kinds of tags. */
const fired = /** @type {const} */ ([
  ['when the ad is seen', ['bannerImpressionTrackers', 'bannerImpressionOutTagTrackers']],
  ['as scripts when it is seen', ['bannerImpressionInTagScriptTrackers', 'bannerImpressionOutTagScriptTrackers']],
  ['when it has loaded', ['creativeLoadEventTracker']],
  ['at a click', ['primaryClickTracker', 'secondaryClickTrackers']],
])

/** @param {Placement} placement @param {readonly string[]} names */
const trackersIn = (placement, names) => names.flatMap(name => placement[name] ?? []).map(String)

/** @param {Placement} placement */
const trackers = placement => {
  const groups = fired.flatMap(([when, names]) => {
    const found = trackersIn(placement, names)
    const items = found.map(tracker => h('li', {}, h('code', {}, typed(tracker))))
    return found.length === 0
      ? []
      : [h('details', {}, h('summary', {}, `${count(found.length, 'tracker')} ${when}`), h('ul', {}, ...items))]
  })
  return groups.length > 0 ? groups : [h('span', { class: 'soft' }, 'No tracker fires.')]
}

/** A booking of the campaign, with the placement of the plan that it names. @param {Campaign} campaign @param {readonly Site[]} sites */
const bookings = ({ adUnits, placements = [] }, sites) =>
  placements.map(({ adUnitId, siteId, placementId }) => {
    const unit = adUnits.find(one => one.adUnitId === adUnitId)?.adUnitName ?? `Ad unit ${adUnitId}`
    const site = sites.find(one => String(one.siteId) === String(siteId))
    const placement = site?.placements.find(one => one.placementId === placementId)
    const where = placement
      ? [typed(site?.siteName ?? ''), ', ', typed(placement.placementName)]
      : ['The plan has no such placement, so its tag fires none.']
    const head = h('div', {}, h('strong', {}, typed(unit)), h('span', { class: 'soft' }, ' on ', ...where))
    return h('li', { 'data-placement': placementId }, head, ...(placement ? trackers(placement) : []))
  })

/**
 * The media plan of a campaign: the placements that it books, and the trackers that their tags fire.
 * @param {import('./api.js').Client} client
 * @param {number} idx
 * @param {AbortSignal} signal
 * @param {() => Campaign | undefined} campaign as it was read last
 */
export const planPart = (client, idx, signal, campaign) => {
  const body = place('The media plan')
  const name = h('p')
  const list = h('ul', { class: 'bookings' })
  const none = h('p', { class: 'soft' }, 'The campaign books no placement, so no tracker of the plan fires.')
  const node = h('section', { class: 'wide sheet', hidden: true }, h('h2', {}, 'Media plan'), body.node)
  return {
    node,
    /** @param {boolean} fresh @returns {Promise<boolean>} */
    async read(fresh) {
      const now = campaign()
      if (!fresh || now === undefined) return false
      node.hidden = now.mediaPlanId === undefined
      if (now.mediaPlanId === undefined) return false
      const read = await client.read(`/media-plans/${now.mediaPlanId}/trackers/${idx}`, {}, signal)
      if (!read.ok) return body.refuse(read)
      fill(name, typed(read.body.mediaPlanName), h('span', { class: 'soft' }, ` Plan ${now.mediaPlanId}`))
      const booked = bookings(now, read.body.sites)
      none.hidden = booked.length > 0
      fill(list, ...booked)
      body.show(name, list, none)
      return false
    },
  }
}
