// @ts-check
import { h } from './dom.js'

/** Milliseconds without a key stroke after which a name is looked for. */
const typedMs = 250

/** For a key that may not list campaigns: a campaign can still be opened by its number. */
export const openByNumber = () => {
  const number = h('input', {
    type: 'number',
    min: 1,
    step: 1,
    required: true,
    inputmode: 'numeric',
    'aria-label': 'Number of a campaign',
  })
  const open = (/** @type {Event} */ event) => {
    event.preventDefault()
    location.hash = `#/campaigns/${number.value}`
  }
  return h(
    'form',
    { class: 'inline', submit: open },
    number,
    h('button', { class: 'quiet' }, 'Open the campaign of this number'),
  )
}

/**
 * Finds campaigns by a part of their name: soon after the reader stops typing, or at once by Enter.
 * @param {string} first
 * @param {AbortSignal} signal
 * @param {(name: string) => void} find is called when the name is another one
 */
export const searchForm = (first, signal, find) => {
  let found = first
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let typing
  const search = h('input', {
    type: 'search',
    placeholder: 'Find by name',
    'aria-label': 'Find by name',
    maxlength: 200,
    value: first,
    autocomplete: 'off',
    spellcheck: 'false',
  })
  const look = () => {
    clearTimeout(typing)
    const name = search.value.trim()
    if (name === found) return
    found = name
    find(name)
  }
  const input = () => {
    clearTimeout(typing)
    typing = setTimeout(look, typedMs)
  }
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault()
    look()
  }
  signal.addEventListener('abort', () => clearTimeout(typing), { once: true })
  return h('form', { role: 'search', input, submit }, search)
}
