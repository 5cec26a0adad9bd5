/** What a part of an upload may hold, by its content type as read from the bytes (TEMPLATE-4). */
export type UploadKind = 'document' | 'pictures' | 'psd'

const mebibyte = 1024 * 1024

/** Most bytes of each kind (HTTP-20). */
export const mostBytesOf: Readonly<Record<UploadKind, number>> = {
  document: 25 * mebibyte,
  pictures: 100 * mebibyte,
  psd: 200 * mebibyte,
}

/** The kinds for people. */
export const shownKind: Readonly<Record<UploadKind, string>> = {
  document: 'an HTML page, a PDF or plain text',
  pictures: 'a PNG, JPEG or WebP picture, or a ZIP of them',
  psd: 'a PSD',
}

const pictureTypes = new Set(['application/zip', 'image/png', 'image/jpeg', 'image/webp'])
const psdTypes = new Set(['image/vnd.adobe.photoshop', 'image/x-photoshop'])

/** The kind of an upload; undefined: none that brands are read from. Text has no type of its own: of what has none, only text is a document. */
export const uploadKindOf = (contentType: string, isText: boolean): UploadKind | undefined => {
  if (psdTypes.has(contentType)) return 'psd'
  if (pictureTypes.has(contentType)) return 'pictures'
  if (contentType === 'application/pdf') return 'document'
  const isPlain = contentType === 'application/octet-stream' || contentType === 'text/css'
  return isPlain && isText ? 'document' : undefined
}
