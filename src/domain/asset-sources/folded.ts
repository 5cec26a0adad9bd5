/**
 * A text as searches compare it: without case, accents and outer spaces (CREATIVE-17). It ends in capitals, because small letters keep apart
 * what case does not: ς and σ, ß and ss.
 */
export const folded = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().toUpperCase().trim()
