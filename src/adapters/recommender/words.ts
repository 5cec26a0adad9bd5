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
