// @ts-check
import { clientOf } from './api.js'
import { campaignView } from './campaign-view.js'
import { campaignsView } from './campaigns-view.js'
import { fill, h, setText, typed } from './dom.js'
import { jobsView } from './jobs-view.js'
import { queuesView } from './queues-view.js'
import { serviceView, statusPath } from './service-view.js'
import { signInView } from './sign-in-view.js'
import { sourceView } from './source-view.js'
import { sourcesView } from './sources-view.js'
import { templatesView } from './templates-view.js'

/** The position in each list. @typedef {{ readonly campaigns: import('./campaigns-view.js').Place, readonly sources: import('./sources-view.js').SourcesPlace, readonly queues: import('./queues-view.js').QueuesPlace, readonly jobs: import('./jobs-view.js').JobsPlace }} Places */
/** @typedef {{ readonly account: string, readonly client: import('./api.js').Client, readonly at: Places }} Session */

const root = /** @type {HTMLElement} */ (document.getElementById('console'))
const banner = h('p', { class: 'banner', role: 'status', hidden: true })
const main = h('main', {})
const campaignsLink = h('a', { href: '#/campaigns' }, 'Campaigns')
const sourcesLink = h('a', { href: '#/asset-sources' }, 'Asset sources')
const templatesLink = h('a', { href: '#/templates' }, 'Templates')
const queuesLink = h('a', { href: '#/queues' }, 'Queues')
const jobsLink = h('a', { href: '#/jobs' }, 'Jobs')
const serviceLink = h('a', { href: '#/service' }, 'Service')
const links = [campaignsLink, sourcesLink, templatesLink, queuesLink, jobsLink, serviceLink]
const invalid = 'This key is not valid: it is unknown, revoked or expired.'

/** The client in it is the only place that holds the key; a reload discards it. @type {Session | undefined} */
let session
/** Stops the work of the current view. */
let leaving = new AbortController()

/** @param {string} message */
const signIn = message => {
  leaving.abort()
  session = undefined
  document.title = 'Endcap console'
  const view = signInView(message, enter)
  fill(root, view.node)
  view.focus()
}

/** @param {string} account @param {string} key @returns {Promise<string | undefined>} */
const enter = async (account, key) => {
  if (!/^[\w-]{1,64}$/.test(account)) return 'Enter the id of the account: letters, digits, - and _.'
  // a header allows only these characters, and so does a key
  if (!/^[\x21-\x7e]+$/.test(key)) return invalid
  const client = clientOf(account, key, {
    waiting(seconds) {
      banner.hidden = seconds === 0
      setText(banner, `Rate limit reached. Resuming in ${seconds} s.`)
    },
    refused: () => session?.client === client && signIn('This key is no longer valid. Enter another one.'),
  })
  const query = { limit: '1', fields: 'retailCampaignIdx' }
  const read = await client.read('/retail-campaigns', query, new AbortController().signal)
  if (!read.ok && read.code === 'key-invalid') return invalid
  if (!read.ok && read.code === 'account-not-on-key') return `This key has no access to the account ${account}.`
  if (!read.ok && read.permission === undefined) return read.detail
  const sources = { name: '', type: '', page: {} }
  const jobs = { state: '', page: {} }
  const queues = { kind: '', status: '', page: {} }
  session = { account, client, at: { campaigns: { name: '', page: {} }, sources, queues, jobs } }
  serviceLink.hidden = true
  void showService(client)
  frame(session)
  show()
  return undefined
}

/** Shows the entry of operators if the key may read the status. @param {import('./api.js').Client} client */
const showService = async client => {
  const { ok } = await client.readService(statusPath, new AbortController().signal)
  if (ok && session?.client === client) serviceLink.hidden = false
}

/** @param {Session} session */
const frame = ({ account }) => {
  const signOut = h('button', { type: 'button', class: 'quiet', click: () => signIn('') }, 'Sign out')
  const home = h('a', { class: 'home', href: '#/campaigns' }, 'Endcap')
  const sections = h('nav', { class: 'sections', 'aria-label': 'Sections' }, ...links)
  fill(root, h('header', {}, home, h('span', { class: 'account' }, typed(account)), sections, signOut), banner, main)
}

/**
 * The view of a fragment, its title, and the section that it belongs to; the campaigns if it names none.
 * @param {string} fragment
 * @param {Session} session
 * @param {AbortSignal} signal
 */
const viewOf = (fragment, { client, at }, signal) => {
  const [, campaign] = /^#\/campaigns\/([1-9]\d{0,14})$/.exec(fragment) ?? []
  const [, source] = /^#\/asset-sources\/([1-9]\d{0,14})$/.exec(fragment) ?? []
  const [, request] = /^#\/templates\/([A-Za-z0-9][A-Za-z0-9._-]{0,127})$/.exec(fragment) ?? []
  if (campaign !== undefined)
    return { view: campaignView(client, Number(campaign), signal), title: `Campaign ${campaign}`, link: campaignsLink }
  if (source !== undefined)
    return { view: sourceView(client, Number(source), signal), title: `Asset source ${source}`, link: sourcesLink }
  if (fragment === '#/asset-sources')
    return { view: sourcesView(client, at.sources, signal), title: 'Asset sources', link: sourcesLink }
  if (request !== undefined)
    return { view: templatesView(client, request, signal), title: `Templates of ${request}`, link: templatesLink }
  if (fragment === '#/templates')
    return { view: templatesView(client, '', signal), title: 'Templates', link: templatesLink }
  if (fragment === '#/jobs') return { view: jobsView(client, at.jobs, signal), title: 'Jobs', link: jobsLink }
  if (fragment === '#/queues') return { view: queuesView(client, at.queues, signal), title: 'Queues', link: queuesLink }
  if (fragment === '#/service') return { view: serviceView(client, signal), title: 'Service', link: serviceLink }
  return { view: campaignsView(client, at.campaigns, signal), title: 'Campaigns', link: campaignsLink }
}

/** Shows the view that the URL names. The URL never contains a key or an account. */
const show = () => {
  if (session === undefined) return
  leaving.abort()
  leaving = new AbortController()
  const { view, title, link } = viewOf(location.hash, session, leaving.signal)
  fill(main, view)
  for (const one of links) one.removeAttribute('aria-current')
  link.setAttribute('aria-current', 'page')
  document.title = `${title} – Endcap console`
  scrollTo(0, 0)
  main.querySelector('h1')?.focus({ preventScroll: true })
}

addEventListener('hashchange', show)
signIn('')
