/**
 * Content type of a file whose bytes have no signature, from its beginning: an SVG root element, or CSS by its name when it
 * is plain text. Everything else is application/octet-stream, so that no browser takes it for a page.
 */
export const textTypeOf = (beginning: string, path: string): string => {
  const markup = beginning
    .replace(/^\uFEFF/, '')
    .replace(/<\?xml[^>]*\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>]*>|\s+/gi, ' ')
    .trimStart()
  if (/^<svg[\s>]/i.test(markup)) return 'image/svg+xml'
  return /\.css$/i.test(path) && !beginning.includes('\u0000') ? 'text/css' : 'application/octet-stream'
}

/** Types that are shown by a browser as they are; all others are offered as a download (decisions, last section). */
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
