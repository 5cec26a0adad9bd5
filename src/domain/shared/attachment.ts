/**
 * The Content-Disposition under which a browser saves a file (RFC 6266): a plain name for old readers, and the name as it
 * is in UTF-8. No character of a name can end the header or its quotes.
 */
export const attachment = (filename: string): string => {
  const plain = filename.replace(/[^\x20-\x7e]|["\\]/g, '_')
  const encoded = encodeURIComponent(filename).replace(/['()*]/g, c => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
