// @ts-check
import { h } from './dom.js'

/** Search starts after this many milliseconds without a keystroke. */
const typedMs = 250

/**
 * For keys that may not list: opens one by number.
 * @param {string} what such as `campaign`
 * @param {string} path such as `#/campaigns/`
 */
export const openByNumber = (what, path) => {
  const number = h('input', {
    type: 'number',
    min: 1,
    step: 1,
    required: true,
    inputmode: 'numeric',
    'aria-label': `${what.charAt(0).toUpperCase()}${what.slice(1)} number`,
  })
  const open = (/** @type {Event} */ event) => {
    event.preventDefault()
    location.hash = `${path}${number.value}`
  }
  return h('form', { class: 'inline', submit: open }, number, h('button', { class: 'quiet' }, `Open ${what}`))
}

/**
 * Searches by part of a name: when typing pauses, or at once on Enter.
 * @param {string} first
 * @param {AbortSignal} signal
 * @param {(name: string) => void} find called when the name changes
 */
export const searchForm = (first, signal, find) => {
  let found = first
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let typing
  const search = h('input', {
    type: 'search',
    placeholder: 'Search by name',
    'aria-label': 'Search by name',
    maxlength: 200,
    value: first,
    autocomplete: 'off',
    spellcheck: 'false',
  })
  const searchNow = () => {
    clearTimeout(typing)
    const name = search.value.trim()
    if (name === found) return
    found = name
    find(name)
  }
  const input = () => {
    clearTimeout(typing)
    typing = setTimeout(searchNow, typedMs)
  }
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault()
    searchNow()
  }
  signal.addEventListener('abort', () => clearTimeout(typing), { once: true })
  return h('form', { role: 'search', input, submit }, search)
}

/**
 * Chooses one of the values, or all of them (an empty value).
 * @param {string} label
 * @param {Readonly<Record<string, string>>} names of each value
 * @param {string} first
 * @param {(value: string) => void} choose
 */
export const choice = (label, names, first, choose) => {
  const options = Object.entries(names).map(([value, name]) => h('option', { value, selected: value === first }, name))
  const select = h('select', { 'aria-label': label, change: () => choose(select.value) }, ...options)
  return select
}
