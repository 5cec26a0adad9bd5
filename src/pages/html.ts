import escapeMarkup from 'escape-html'

/** Markup that may stand in a page as it is. Made by `html` and `raw` only. */
export type Html = { readonly markup: string }

/** What may stand in an `html` template: text is escaped, markup and lists of it are not, nothing shows as nothing. */
export type Shown = string | number | Html | readonly Shown[] | undefined | null | false

/** Text for an element's content or a quoted attribute. NUL and other controls, which HTML has no place for, drop out. */
export const escapeHtml = (text: string): string =>
  escapeMarkup(text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, ''))

const markupOf = (shown: Shown): string => {
  if (shown === undefined || shown === null || shown === false) return ''
  if (typeof shown === 'string') return escapeHtml(shown)
  if (typeof shown === 'number') return String(shown)
  return 'markup' in shown ? shown.markup : shown.map(markupOf).join('')
}

/** Markup taken as it is: only for text that this repository wrote. */
export const raw = (markup: string): Html => ({ markup })

/** A template whose values are escaped for content and for quoted attributes; every attribute in it must be quoted. */
export const html = (strings: TemplateStringsArray, ...values: readonly Shown[]): Html =>
  raw(strings.map((text, i) => (i === 0 ? text : markupOf(values[i - 1]) + text)).join(''))

/**
 * An address for `href` or `src`: absolute http(s), or a path on this host. Anything else (`javascript:`, `data:`,
 * `//host`) gives `#`, so that a field that somebody typed never runs.
 */
export const safeUrl = (url: string | undefined): string => {
  if (url === undefined) return '#'
  if (/^\/(?![/\\])[^\s\\]*$/.test(url)) return url
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  return parsed?.protocol === 'https:' || parsed?.protocol === 'http:' ? parsed.href : '#'
}

/**
 * One line for places without markup (subject, title, alt): line breaks become spaces, controls and the marks that
 * reverse the reading direction (a way to make text read as something else) drop out; longer than `max` ends in `…`.
 */
export const oneLine = (text: string, max = 200): string => {
  const line = text
    .toWellFormed()
    .replace(/[\s\u2028\u2029]+/g, ' ')
    .replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
  const characters = [...line]
  return characters.length <= max ? line : `${characters.slice(0, max - 1).join('')}…`
}

/** Text that people typed, isolated so that its reading direction cannot reorder what stands beside it. */
export const typed = (text: string): Html => html`<bdi>${text}</bdi>`
