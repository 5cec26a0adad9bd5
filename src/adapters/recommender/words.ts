/** Characters of a cell that are looked at, words of it that count, and characters of a word. */
const most = { characters: 16_384, words: 100, wordCharacters: 64 }

/** The different words of a cell: runs of letters, marks and digits in lower case, compatible forms made one (NFKC). */
export const wordsOf = (cell: string): ReadonlySet<string> => {
  const words = new Set<string>()
  const text = cell.slice(0, most.characters).normalize('NFKC').toLowerCase()
  for (const [word] of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    words.add(word.slice(0, most.wordCharacters))
    if (words.size === most.words) break
  }
  return words
}

/** Numbers are compared to four decimals, so that what is written in tenths is compared as people expect. */
export const decimals = 10_000

/** The number that a cell begins with, in ten-thousandths: 19.99 of `19.99 EUR`. NaN if there is none, or the number goes on otherwise. */
export const numberOf = (cell: string): number => {
  const [, number] = /^(-?\d{1,15}(?:\.\d{1,15})?)(?:\s|$)/.exec(cell.trim()) ?? []
  return number === undefined ? Number.NaN : Math.round(Number(number) * decimals)
}
