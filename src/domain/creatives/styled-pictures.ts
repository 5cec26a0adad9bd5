const urls = /url\(([^()]*)\)/gi
const showing = /^\s*(?:-webkit-)?(?:background|border-image|mask|list-style|content)[a-z-]*\s*:/i
/** Characters of a declaration before an address that are looked at. */
const mostBefore = 200

/** The declaration so far, in which the address at `at` stands. */
const declarationBefore = (html: string, at: number): string => {
  const before = html.slice(Math.max(0, at - mostBefore), at)
  return before.slice(Math.max(...[...';{}"\'>'].map(end => before.lastIndexOf(end))) + 1)
}

const unquoted = (address: string): string =>
  address
    .trim()
    .replace(/^["']|["']$/g, '')
    .trim()

/**
 * The addresses in `url(…)` that the styles of a template show as pictures, as they are written: in backgrounds, borders, masks, marks of lists
 * and `content`. Not those of fonts and of other style sheets.
 */
export const styledPictures = (html: string): readonly string[] =>
  [...html.matchAll(urls)].flatMap(({ 1: address = '', index }) =>
    showing.test(declarationBefore(html, index)) ? [unquoted(address)] : [],
  )
