// UTF-16 puts the characters beyond U+FFFF, whose halves are D800 to DFFF, before U+E000; UTF-8 and the stores don't.
const rank = (unit: number): number => (unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit)

/** Compares two texts by their UTF-8 bytes, as SQLite and MongoDB do: below 0, 0, or above 0. */
export const compareText = (a: string, b: string): number => {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)]
    if (x !== y) return rank(x) - rank(y)
  }
  return a.length - b.length
}
