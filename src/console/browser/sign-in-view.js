// @ts-check
import { h, setText } from './dom.js'

/**
 * The sign-in form. Its fields have no names and the form has no action, so the browser never submits them; the key
 * field is cleared on submit. `enter` returns an error message, or undefined on success.
 * @param {string} first the message to show initially
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
  const message = h('p', { class: 'refusal', role: 'alert', hidden: first === '' }, first)
  const button = h('button', {}, 'Sign in')
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault()
    const text = key.value.trim()
    key.value = ''
    message.hidden = true
    button.disabled = true
    const refused = await enter(account.value.trim(), text)
    button.disabled = false
    if (refused === undefined) return
    message.hidden = false
    setText(message, refused)
    key.focus()
  }
  const form = h(
    'form',
    { submit, autocomplete: 'off' },
    h('label', { for: 'account' }, 'Account'),
    account,
    h('label', { for: 'key' }, 'API key'),
    key,
    message,
    button,
  )
  const node = h(
    'main',
    { class: 'sign-in' },
    h('h1', {}, 'Endcap console'),
    h(
      'p',
      { class: 'soft' },
      'View an account’s campaigns and asset sources, their progress and their history. Read-only.',
    ),
    form,
    h('p', { class: 'soft' }, 'The key is kept only in this tab’s memory. Reloading the page signs you out.'),
  )
  return { node, focus: () => account.focus() }
}
