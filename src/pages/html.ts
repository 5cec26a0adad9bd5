import escapeMarkup from 'escape-html'

/** Safe markup. Only `html` and `raw` create it. */
export type Html = { readonly markup: string }

/**
 * A value in an `html` template. Text is escaped; markup and lists of markup are not; undefined, null and false render
 * nothing.
 */
export type Shown = string | number | Html | readonly Shown[] | undefined | null | false

/**
 * Escapes text for an element's content or a quoted attribute. Drops NUL and other control characters, which HTML does
 * not allow.
 */
export const escapeHtml = (text: string): string =>
  escapeMarkup(text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, ''))

const markupOf = (shown: Shown): string => {
  if (shown === undefined || shown === null || shown === false) return ''
  if (typeof shown === 'string') return escapeHtml(shown)
  if (typeof shown === 'number') return String(shown)
  return 'markup' in shown ? shown.markup : shown.map(markupOf).join('')
}

/** Marks a string as safe markup. Use it only for text written in this repository. */
export const raw = (markup: string): Html => ({ markup })

/** A template whose values are escaped for content and for quoted attributes; every attribute in it must be quoted. */
export const html = (strings: TemplateStringsArray, ...values: readonly Shown[]): Html =>
  raw(strings.map((text, i) => (i === 0 ? text : markupOf(values[i - 1]) + text)).join(''))

/**
 * A URL for `href` or `src`: absolute http(s), or a path on this host. Anything else (`javascript:`, `data:`, `//host`)
 * becomes `#`, so that user input never runs.
 */
export const safeUrl = (url: string | undefined): string => {
  if (url === undefined) return '#'
  if (/^\/(?![/\\])[^\s\\]*$/.test(url)) return url
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  return parsed?.protocol === 'https:' || parsed?.protocol === 'http:' ? parsed.href : '#'
}

/**
 * Plain text on one line, for places without markup (subject, title, alt). Line breaks become spaces. Control
 * characters and bidirectional marks, which can disguise text, are removed. Text longer than `max` is cut and ends in
 * `…`.
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

/** User input, isolated so that its reading direction cannot reorder the text around it. */
export const typed = (text: string): Html => html`<bdi>${text}</bdi>`
