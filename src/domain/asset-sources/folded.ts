/** A text as searches compare it: without case, accents and outer spaces (CREATIVE-17). */
export const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
