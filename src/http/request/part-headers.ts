import type { EventEmitter } from 'node:events'

/** Bytes of the headers of all parts of a body. */
const most = 8_192

/** The code of the error for more. */
export const headersOver = 'part-headers-too-long'

/** What a multipart parser has found. */
type Found = { name: string; readonly start?: number; readonly end?: number }
type Form = { readonly _parser?: EventEmitter; readonly error?: unknown; _error(error: Error): void }

/**
 * A plugin of formidable, to be listed after its `multipart`. formidable bounds files and texts, but not the headers of parts: it collects
 * them whole, ends the process when they exceed what a text may have, and searches them for a filename in a time that grows with their
 * square. After any error it goes on with the parts that have arrived, and leaves their files open.
 */
export const boundsPartHeaders = (form: Form): void => {
  let bytes = 0
  form._parser?.prependListener('data', (found: Found) => {
    if (found.name === 'headerField' || found.name === 'headerValue') bytes += (found.end ?? 0) - (found.start ?? 0)
    if (bytes > most && !form.error)
      form._error(Object.assign(new Error('the headers of parts are too long'), { code: headersOver }))
    // so that the listeners after this one ignore it
    if (form.error) found.name = 'refused'
  })
}
