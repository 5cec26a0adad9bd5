/**
 * The content type of a file without a binary signature: SVG if it starts with an SVG root element, CSS if it is plain text
 * with that extension. Everything else is application/octet-stream, so that browsers never show it as a page.
 */
export const textTypeOf = (beginning: string, path: string): string => {
  const markup = beginning
    .replace(/^\uFEFF/, '')
    .replace(/<\?xml[^>]*\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>]*>|\s+/gi, ' ')
    .trimStart()
  if (/^<svg[\s>]/i.test(markup)) return 'image/svg+xml'
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
