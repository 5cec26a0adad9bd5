// @ts-check
import { clientOf } from './api.js'
import { campaignView } from './campaign-view.js'
import { campaignsView } from './campaigns-view.js'
import { fill, h, say, typed } from './dom.js'
import { signInView } from './sign-in-view.js'

/** @typedef {{ readonly account: string, readonly client: import('./api.js').Client, readonly at: import('./campaigns-view.js').Place }} Session */

const root = /** @type {HTMLElement} */ (document.getElementById('console'))
const banner = h('p', { class: 'banner', role: 'status', hidden: true })
const main = h('main', {})
const invalid = 'This key is not valid: it is unknown, revoked or expired.'

/** The only place that holds the key, inside the client; a reload forgets it. @type {Session | undefined} */
let session
/** Ends what the view that is shown still does. */
let leaving = new AbortController()

/** @param {string} said */
const signIn = said => {
  leaving.abort()
  session = undefined
  document.title = 'Endcap console'
  const view = signInView(said, enter)
  fill(root, view.node)
  view.focus()
}

/** @param {string} account @param {string} key @returns {Promise<string | undefined>} */
const enter = async (account, key) => {
  // a header takes nothing else, and no key holds anything else
  if (!/^[\x21-\x7e]+$/.test(key)) return invalid
  const client = clientOf(account, key, {
    waiting(seconds) {
      banner.hidden = seconds === 0
      say(banner, `This key has made its requests of this minute. Reading goes on in ${seconds} s.`)
    },
    refused: () => session?.client === client && signIn('This key is no longer valid. Enter another one.'),
  })
  const query = { limit: '1', fields: 'retailCampaignIdx' }
  const read = await client.read('/retail-campaigns', query, new AbortController().signal)
  if (!read.ok && read.code === 'key-invalid') return invalid
  if (!read.ok && read.code === 'account-not-on-key') return `This key does not reach the account ${account}.`
  if (!read.ok && read.permission === undefined) return read.detail
  session = { account, client, at: { name: '', page: {} } }
  frame(session)
  show()
  return undefined
}

/** @param {Session} session */
const frame = ({ account }) => {
  const forget = h('button', { type: 'button', class: 'quiet', click: () => signIn('') }, 'Forget the key')
  const home = h('a', { class: 'home', href: '#/campaigns' }, 'Endcap')
  fill(root, h('header', {}, home, h('span', { class: 'account' }, typed(account)), forget), banner, main)
}

/** Shows what the address names. It never holds a key or an account. */
const show = () => {
  if (session === undefined) return
  leaving.abort()
  leaving = new AbortController()
  const { client, at } = session
  const [, idx] = /^#\/campaigns\/([1-9]\d{0,14})$/.exec(location.hash) ?? []
  const { signal } = leaving
  fill(main, idx === undefined ? campaignsView(client, at, signal) : campaignView(client, Number(idx), signal))
  document.title = idx === undefined ? 'Campaigns – Endcap console' : `Campaign ${idx} – Endcap console`
  scrollTo(0, 0)
  main.querySelector('h1')?.focus({ preventScroll: true })
}

addEventListener('hashchange', show)
signIn('')
