import { adDocumentHeaders } from './ad-document.ts'
import type { Headers } from './layout.ts'

/**
 * Headers for the HTML of a template (TEMPLATE-30): sandboxed like all HTML of customers (ARCH-35). A template has no scripts, so none may run,
 * and it loads nothing but pictures of the library and those in itself.
 */
export const templateDocumentHeaders: Headers = {
  ...adDocumentHeaders('self'),
  'Content-Security-Policy':
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'",
}
