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
