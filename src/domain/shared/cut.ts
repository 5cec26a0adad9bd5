/**
 * A text of at most `max` UTF-16 units. Never ends with half a character; half characters within become U+FFFD, because
 * neither UTF-8 nor an address can hold them.
 */
export const cut = (text: string, max: number): string =>
  text
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/, '')
    .toWellFormed()
