/** Addresses, and what begins and ends comments of HTML and CSS. */
const tokens = /url\(([^()]*)\)|<!--|-->|\/\*|\*\/|</gi
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

/** Quotes and ampersands as styles in attributes mean them. */
const decoded = (html: string): string => html.replace(/&(?:quot|apos|#34|#39);/gi, "'").replaceAll('&amp;', '&')

/**
 * The addresses in `url(…)` that the styles of a template show as pictures, as they are written: in backgrounds, borders, masks, marks of lists
 * and `content`. Not those of fonts, of other style sheets and in comments.
 */
export const styledPictures = (template: string): readonly string[] => {
  const html = decoded(template)
  const found: string[] = []
  let commentEnd: string | undefined
  for (const { 0: token, 1: address, index } of html.matchAll(tokens)) {
    if (address !== undefined) {
      if (commentEnd === undefined && showing.test(declarationBefore(html, index))) found.push(unquoted(address))
    } else if (token === '<!--') commentEnd = '-->'
    else if (token === '/*') commentEnd ??= '*/'
    // outside styles nothing ends what looks like the beginning of a comment, such as image/*
    else if (token === commentEnd || (token === '<' && commentEnd === '*/')) commentEnd = undefined
  }
  return found
}
