/**
 * A text as searches compare it: without case, accents and outer spaces (CREATIVE-17). It ends in capitals, because small letters keep apart
 * what case does not: ς and σ, ß and ss.
 */
export const folded = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().toUpperCase().trim()

/**
 * A text as values are told apart: without case and outer spaces, but with accents (CREATIVE-17): パス is another word than バス. Greek capitals
 * have no accents, which only the rules of Greek know; they leave other letters as all rules do.
 */
export const caseless = (text: string): string => text.normalize('NFC').toLowerCase().toLocaleUpperCase('el').trim()
