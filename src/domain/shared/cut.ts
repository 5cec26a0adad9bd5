/**
 * A text of at most `max` UTF-16 units. Never ends with half a character; half characters within become U+FFFD, because
 * neither UTF-8 nor an address can hold them.
 */
export const cut = (text: string, max: number): string =>
  text
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/, '')
    .toWellFormed()

/** A text of at most `max` bytes in UTF-8, cut at the end of a character; in time that grows with `max`. */
export const cutToBytes = (text: string, max: number): string => {
  let kept = ''
  let bytes = 0
  for (const character of cut(text, max)) {
    bytes += Buffer.byteLength(character)
    if (bytes > max) break
    kept += character
  }
  return kept
}
