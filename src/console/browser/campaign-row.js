// @ts-check
import { bar } from './bar.js'
import { h, keyed, setText } from './dom.js'
import { moment, period } from './times.js'
import { badge } from './wording.js'

/** @typedef {import('../../lookups/campaign-record.ts').CampaignReply} Campaign */
/** @typedef {{ readonly what: string, readonly percentage: number | undefined }} Progress */
/** @typedef {{ readonly campaign: Campaign, readonly progress: readonly Progress[] }} Shown */

/** @param {Progress} first */
const progressLine = first => {
  const progress = bar(first.what)
  return {
    node: h('div', { class: 'running' }, h('span', { class: 'soft' }, first.what), progress.node),
    /** @param {Progress} now */
    update: now => progress.update(now.percentage),
  }
}

/**
 * A campaign in the list. The whole row links to its page.
 * @param {Shown} first
 */
export const campaignRow = ({ campaign: { retailCampaignIdx: idx } }) => {
  const name = h('bdi')
  const activation = badge()
  const approval = badge()
  const runs = h('td', { role: 'cell', class: 'dates', 'data-label': 'Runs' })
  const changed = h('td', { role: 'cell', class: 'dates', 'data-label': 'Changed' })
  const lines = h('div', { class: 'lines' })
  /** @type {Parameters<typeof keyed>[2]} */
  const kept = new Map()
  const node = h(
    'tr',
    { role: 'row', 'data-campaign': idx },
    h('td', { role: 'cell', class: 'number' }, idx),
    h('th', { role: 'rowheader', scope: 'row' }, h('a', { href: `#/campaigns/${idx}` }, name), lines),
    h('td', { role: 'cell', 'data-label': 'Activation' }, activation.node),
    h('td', { role: 'cell', 'data-label': 'Approval' }, approval.node),
    runs,
    changed,
  )
  return {
    node,
    /** @param {Shown} now */
    update({ campaign, progress }) {
      setText(name, campaign.retailCampaignName)
      activation.update(campaign.status)
      approval.update(campaign.approvalStatus)
      setText(runs, period(campaign.startDate, campaign.endDate))
      if (changed.dataset.at !== campaign.updatedOn) changed.replaceChildren(moment(campaign.updatedOn))
      changed.dataset.at = campaign.updatedOn
      keyed(lines, progress, kept, line => line.what, progressLine)
    },
  }
}
