// @ts-check
import { clientOf } from './api.js'
import { campaignView } from './campaign-view.js'
import { campaignsView } from './campaigns-view.js'
import { fill, h, setText, typed } from './dom.js'
import { signInView } from './sign-in-view.js'

/** @typedef {{ readonly account: string, readonly client: import('./api.js').Client, readonly at: import('./campaigns-view.js').Place }} Session */

const root = /** @type {HTMLElement} */ (document.getElementById('console'))
const banner = h('p', { class: 'banner', role: 'status', hidden: true })
const main = h('main', {})
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
  session = { account, client, at: { name: '', page: {} } }
  frame(session)
  show()
  return undefined
}

/** @param {Session} session */
const frame = ({ account }) => {
  const signOut = h('button', { type: 'button', class: 'quiet', click: () => signIn('') }, 'Sign out')
  const home = h('a', { class: 'home', href: '#/campaigns' }, 'Endcap')
  fill(root, h('header', {}, home, h('span', { class: 'account' }, typed(account)), signOut), banner, main)
}

/** Shows the view that the URL names. The URL never contains a key or an account. */
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
