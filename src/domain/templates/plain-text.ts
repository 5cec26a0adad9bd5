/**
 * A text of a customer as one line of at most `max` characters: well-formed, without control characters, with single blanks. A longer one is cut at
 * the end of a word.
 */
export const plainText = (text: string, max: number): string => {
  // far more than is kept, so that a text of megabytes costs little
  const line = text
    .slice(0, 8 * max + 1_000)
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\s\ufffd]+/gu, ' ')
    .trim()
  if (line.length <= max) return line
  const cut = line.slice(0, max - 1).replace(/[\ud800-\udbff]$/u, '')
  const word = cut.lastIndexOf(' ')
  return `${cut.slice(0, word > max / 2 ? word : cut.length).trimEnd()}…`
}
