/** A page of a list ends early, and `next` leads on, when its items have so many characters: an item may have a megabyte (HTTP-17, HTTP-20). */
export const pageCharacters = 4_000_000
