// @ts-check
import { campaignRow } from './campaign-row.js'
import { fill, h, keyed } from './dom.js'
import { openByNumber, searchForm } from './list-forms.js'
import { listProgress } from './list-progress.js'
import { freshness, pager, place } from './notices.js'
import { polling } from './polling.js'

/** @typedef {import('./campaign-row.js').Campaign} Campaign */
/** The position in the list; kept while a campaign is open. @typedef {{ name: string, page: Readonly<Record<string, string>> }} Place */

const pageSize = '20'
const headings = /** @type {const} */ ([
  ['№', 'number'],
  ['Campaign'],
  ['Activation'],
  ['Approval'],
  ['Runs'],
  ['Changed'],
])

/** @param {ReadonlySet<string>} lacking */
const lackingNote = lacking => [
  'Some progress is hidden: this key lacks ',
  ...[...lacking].flatMap((permission, i) => [i > 0 && ' and ', h('code', {}, permission)]),
  '.',
]

/**
 * The account's campaigns, newest first, with the progress of running jobs.
 * @param {import('./api.js').Client} client
 * @param {Place} at
 * @param {AbortSignal} signal
 */
export const campaignsView = (client, at, signal) => {
  const body = place('The campaigns')
  const rows = h('tbody', { role: 'rowgroup' })
  const head = h(
    'tr',
    { role: 'row' },
    ...headings.map(([text, kind]) => h('th', { role: 'columnheader', scope: 'col', class: kind }, text)),
  )
  const table = h('table', { role: 'table', class: 'listed campaigns' }, h('thead', { role: 'rowgroup' }, head), rows)
  const empty = h('p', { class: 'empty' })
  const lacks = h('p', { class: 'soft note', hidden: true })
  const byNumber = h('div', { hidden: true }, openByNumber('campaign', '#/campaigns/'))
  const progress = listProgress(client, signal)
  /** @type {Map<number, readonly import('./campaign-row.js').Progress[]>} */
  const running = new Map()
  /** @type {Parameters<typeof keyed>[2]} */
  const kept = new Map()
  /** @type {readonly Campaign[]} */
  let campaigns = []

  const draw = () => {
    const shown = campaigns.map(campaign => ({ campaign, progress: running.get(campaign.retailCampaignIdx) ?? [] }))
    keyed(rows, shown, kept, ({ campaign }) => String(campaign.retailCampaignIdx), campaignRow)
    table.hidden = campaigns.length === 0
    empty.hidden = campaigns.length > 0
    fill(empty, at.name === '' ? 'This account has no campaigns yet.' : `No campaigns match “${at.name}”.`)
    lacks.hidden = progress.lacking.size === 0
    fill(lacks, ...lackingNote(progress.lacking))
  }

  /** @param {Campaign} campaign */
  const follow = async campaign => {
    const idx = campaign.retailCampaignIdx
    running.set(idx, await progress.of(campaign, running.get(idx) ?? []))
    draw()
  }
  /** @param {Campaign} campaign */
  const runs = campaign => (running.get(campaign.retailCampaignIdx) ?? []).length > 0

  /** @param {boolean} fresh @returns {Promise<boolean | 'failed'>} */
  const tick = async fresh => {
    if (fresh) {
      // a single filter is not split at commas, a repeated one is: the empty second one preserves commas in the name
      /** @type {import('./api.js').Query} */
      const filter = at.name === '' ? {} : { filters: [`retailCampaignName(like)${at.name}`, ''] }
      const read = await client.read(
        '/retail-campaigns',
        { limit: pageSize, order: 'descending', ...filter, ...at.page },
        signal,
      )
      byNumber.hidden = read.ok || read.permission === undefined
      if (!read.ok) return body.refuse(read) && 'failed'
      campaigns = read.body.retailCampaigns
      pages.update(read.body)
      draw()
      body.show(table, empty, lacks, pages.node)
    }
    const followed = fresh ? campaigns : campaigns.filter(runs)
    await Promise.all(followed.map(follow))
    if (signal.aborted) return false
    freshly.update()
    const hasEnded = !fresh && (progress.isBlind() || !followed.every(runs))
    return hasEnded ? tick(true) : campaigns.some(runs)
  }

  const start = polling(tick, signal)
  const freshly = freshness(start)
  const pages = pager('Campaign pages', to => {
    at.page = to
    start()
  })
  const form = searchForm(at.name, signal, name => {
    at.name = name
    at.page = {}
    start()
  })
  start()
  return h(
    'div',
    {},
    h('div', { class: 'head' }, h('h1', { tabindex: -1 }, 'Campaigns'), form, freshly.node),
    body.node,
    byNumber,
  )
}
