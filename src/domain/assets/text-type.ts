import { afterComments, afterMarkup } from '../shared/markup.ts'

/** Where the root element of XML starts: after its declaration, comments and doctype. */
const rootOf = (xml: string): number => {
  for (let at = afterComments(xml); ; ) {
    const end = afterMarkup(xml, at, '<?xml', '?>') ?? afterMarkup(xml, at, '<!doctype')
    if (end === undefined) return at
    at = afterComments(xml, end)
  }
}

/**
 * The content type of a file without a binary signature: SVG if it starts with an SVG root element, CSS if it is plain text
 * with that extension. Everything else is application/octet-stream, so that browsers never show it as a page.
 */
export const textTypeOf = (beginning: string, path: string): string => {
  const root = rootOf(beginning)
  if (/^<svg[\s>]/i.test(beginning.slice(root, root + 5))) return 'image/svg+xml'
  return /\.css$/i.test(path) && !beginning.includes('\u0000') ? 'text/css' : 'application/octet-stream'
}

/** Whether the beginning of a file is text: only UTF-16, which begins with its mark, has zero bytes. */
export const isText = (beginning: Uint8Array): boolean => {
  const hasMark = (beginning[0] === 0xff && beginning[1] === 0xfe) || (beginning[0] === 0xfe && beginning[1] === 0xff)
  return beginning.length > 0 && (hasMark || !beginning.includes(0))
}

/** Types that browsers may display inline; all others are offered as a download (LIBRARY-6). */
export const inlineTypes: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/svg+xml',
  'video/mp4',
  'font/woff2',
  'text/css',
])
