const escaped = (c: string): string => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`
const obeyed = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/**
 * A text of others for a terminal, in one line: what the terminal would obey, such as escapes, line breaks and marks that turn the
 * direction of text, is written out (`\u001b`). Otherwise a comment could erase lines, or add one that looks like another event.
 */
export const printable = (text: string): string => text.toWellFormed().replace(/\r?\n/g, ' ⏎ ').replace(obeyed, escaped)

/** The same for output that has lines of its own. JSON stays the same value: its line breaks are between members. */
export const printableLines = (lines: string): string =>
  lines.toWellFormed().replace(obeyed, c => (c === '\n' ? c : escaped(c)))
