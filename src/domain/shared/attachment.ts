/**
 * The Content-Disposition for a download (RFC 6266): an ASCII name for old clients, and the exact name in UTF-8. No name can
 * break out of the header or its quotes.
 */
export const attachment = (filename: string): string => {
  const plain = filename.replace(/[^\x20-\x7e]|["\\]/g, '_')
  const encoded = encodeURIComponent(filename).replace(/['()*]/g, c => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
