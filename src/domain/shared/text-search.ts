/** What a search reads of a text. */
type Text = Pick<string, 'length' | 'charCodeAt'>

/** Longer literals are not left to the engine: its worst case is the text's length times the literal's. */
const longestForEngine = 16

/** For each place of the literal, how many characters up to it are also the literal's beginning. */
const bordersOf = (literal: Uint16Array): Uint32Array => {
  const borders = new Uint32Array(literal.length)
  let border = 0
  for (let at = 1; at < literal.length; at++) {
    while (border > 0 && literal[at] !== literal[border]) border = borders[border - 1]!
    if (literal[at] === literal[border]) border++
    borders[at] = border
  }
  return borders
}

/**
 * Where a literal of at least one character first occurs in a text at or after `from`, else -1, by the algorithm of Knuth,
 * Morris and Pratt: each character of the text is read once, whatever the literal.
 */
export const linearSearch = (literal: string): ((text: Text, from?: number) => number) => {
  const wanted = Uint16Array.from({ length: literal.length }, (_, at) => literal.charCodeAt(at))
  const borders = bordersOf(wanted)
  return (text, from = 0) => {
    let matched = 0
    for (let at = from; at < text.length; at++) {
      const character = text.charCodeAt(at)
      while (matched > 0 && wanted[matched] !== character) matched = borders[matched - 1]!
      if (wanted[matched] !== character) continue
      if (++matched === wanted.length) return at + 1 - matched
    }
    return -1
  }
}

/**
 * Like `text.indexOf(literal, from)`, in a time linear in the text for any literal. For texts and literals that are both a
 * customer's.
 */
export const textSearch = (literal: string): ((text: string, from?: number) => number) =>
  literal.length > longestForEngine ? linearSearch(literal) : (text, from) => text.indexOf(literal, from)
