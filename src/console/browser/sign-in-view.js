// @ts-check
import { h, say } from './dom.js'

/**
 * Asks for account and key. The fields have no names and the form no address, so that nothing is ever sent by it; the key
 * leaves the field as soon as it is taken. `enter` answers why it could not, or undefined.
 * @param {string} first what is to be said at once
 * @param {(account: string, key: string) => Promise<string | undefined>} enter
 */
export const signInView = (first, enter) => {
  const account = h('input', {
    id: 'account',
    type: 'text',
    required: true,
    autocomplete: 'off',
    autocapitalize: 'none',
    spellcheck: 'false',
    maxlength: 64,
  })
  const key = h('input', {
    id: 'key',
    type: 'password',
    required: true,
    autocomplete: 'off',
    spellcheck: 'false',
    maxlength: 512,
  })
  const said = h('p', { class: 'refusal', role: 'alert', hidden: first === '' }, first)
  const button = h('button', {}, 'Open the console')
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault()
    const text = key.value.trim()
    key.value = ''
    button.disabled = true
    const refused = await enter(account.value.trim(), text)
    button.disabled = false
    if (refused === undefined) return
    said.hidden = false
    say(said, refused)
    key.focus()
  }
  const form = h(
    'form',
    { submit, autocomplete: 'off' },
    h('label', { for: 'account' }, 'Account'),
    account,
    h('label', { for: 'key' }, 'API key'),
    key,
    said,
    button,
  )
  const node = h(
    'main',
    { class: 'sign-in' },
    h('h1', {}, 'Endcap console'),
    h('p', { class: 'soft' }, 'Campaigns of an account, what runs in them, and what happened. It only reads.'),
    form,
    h(
      'p',
      { class: 'soft' },
      'The key stays in the memory of this tab: it is stored nowhere and gone when the page is loaded again.',
    ),
  )
  return { node, focus: () => account.focus() }
}
