import { readTokens } from './html-tokens.ts'

/** Elements in which an image is not always loaded: what they hold is for later, or one of several is chosen. */
const undecided = new Set(['template', 'picture'])
/** Pictures that are reported of one document, at most. */
const mostPictures = 50

/** An address without a host: it names a file of the library, or nothing that can be drawn. */
const isRelative = (src: string): boolean => src !== '' && !/^(?:[a-z][a-z\d+.-]*:|[/\\]{2}|[#?])/i.test(src)

/**
 * The addresses of images that a document loads in any case and that may be files of the library, or were meant to be. With a
 * `<base>` there are none, because the addresses then mean something else.
 */
export const shownPictures = (html: string): readonly string[] => {
  const found = new Set<string>()
  let hasBase = false
  let depth = 0
  readTokens(html, {
    onStartTag: ({ tagName, attrs, selfClosing }) => {
      if (tagName === 'base') hasBase = true
      if (undecided.has(tagName) && !selfClosing) depth++
      if (tagName !== 'img' || depth > 0) return
      const of = (name: string) => attrs.find(attribute => attribute.name === name)?.value
      const src = of('src')
      if (src === undefined || of('srcset') !== undefined || of('loading') !== undefined) return
      if (found.size < mostPictures && (src.includes('/assets/') || isRelative(src.trim()))) found.add(src)
    },
    onEndTag: ({ tagName }) => {
      if (undecided.has(tagName)) depth = Math.max(0, depth - 1)
    },
  })
  return hasBase ? [] : [...found]
}
