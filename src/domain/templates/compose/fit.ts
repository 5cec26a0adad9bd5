/** Widths of bold letters of a wide sans-serif, in sizes of letters; most fonts are narrower. */
const widths: readonly (readonly [letters: string, width: number])[] = [
  [" .,:;'’!|·", 0.38],
  ['iljItfr()[]/-', 0.47],
  ['mwMWÆŒ@%…', 1.06],
  ['ABCDEFGHJKLNOPQRSTUVXYZÄÖÜÉÈ&', 0.8],
]
const byLetter = new Map(widths.flatMap(([letters, width]) => [...letters].map(letter => [letter, width] as const)))
const usual = 0.7
/** Letters of scripts whose letters are square: kana, ideographs, Hangul, emoji. */
const isWide = (letter: string): boolean => (letter.codePointAt(0) ?? 0) >= 0x2e80

/** The width of a text in bold letters, in sizes of letters. */
export const widthOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (byLetter.get(letter) ?? (isWide(letter) ? 1.04 : usual)), 0)

/** How many lines a text has in letters of a size; undefined: a word is wider than the line. */
const linesOf = (words: readonly number[], line: number): number | undefined => {
  let [lines, used] = [1, 0]
  for (const word of words) {
    if (word > line) return undefined
    const more = used === 0 ? word : used + widthOf(' ') + word
    if (more <= line) used = more
    else [lines, used] = [lines + 1, word]
  }
  return lines
}

/** Pixels. */
export type Room = { readonly width: number; readonly height: number; readonly lines: number }
/** Of a line, in sizes of letters. */
export const lineHeight = 1.12
export type LetterSizes = { readonly most: number; readonly least: number }

/** The largest size of letters, in quarters of a pixel, in which a text fits a room without broken words; undefined: none does. */
export const fittingSize = (
  text: string,
  { width, height, lines }: Room,
  { most, least }: LetterSizes,
): number | undefined => {
  const words = text.split(' ').map(widthOf)
  for (let size = Math.floor(4 * most) / 4; size >= least; size -= 0.25) {
    const needed = linesOf(words, width / size)
    if (needed !== undefined && needed <= lines && needed * lineHeight * size <= height) return size
  }
  return undefined
}
