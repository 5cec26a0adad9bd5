import { distance } from 'fastest-levenshtein'

/** Letters that may differ between what was sent and what was meant. */
const most = 2
/** Longer words are not compared. */
const longest = 64

/** How many letters differ, without regard to case; undefined if more than two. */
export const lettersApart = (sent: string, known: string): number | undefined => {
  if (sent.length > longest || Math.abs(sent.length - known.length) > most) return undefined
  const apart = distance(sent.toLowerCase(), known.toLowerCase())
  return apart > most ? undefined : apart
}

/** The word that was probably meant; undefined if none is near. */
export const nearest = (sent: string, known: readonly string[]): string | undefined => {
  const near = known.flatMap(word => {
    const apart = lettersApart(sent, word)
    return apart === undefined ? [] : [{ word, apart }]
  })
  return near.sort((a, b) => a.apart - b.apart)[0]?.word
}
