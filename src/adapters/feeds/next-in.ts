/** Finds the next place of a character from a place on, or the end of the text. It remembers what it found, so that a text is searched once. */
export const nextIn = (text: string, character: string) => {
  let [asked, found] = [text.length, text.length]
  return (from: number): number => {
    if (from >= asked && from <= found) return found
    const at = text.indexOf(character, from)
    if (from < asked && (at < 0 || at >= asked)) asked = from
    else [asked, found] = [from, at < 0 ? text.length : at]
    return found
  }
}
