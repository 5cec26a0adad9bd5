import type { Headers } from './layout.ts'
import { adSandbox } from './preview-page.ts'

/**
 * Headers of a document that is the customer's HTML (design 8): the sandbox stands on the answer itself, so that the
 * address opened without its frame has no origin, no cookies and no rights either. `framedBy` is `self` for previews and
 * `anyone` for what tags show; those may also lead the whole window to the click's page when the person clicks, and
 * tell trackers the site that they are on. An ad may load pictures, fonts, styles and scripts from anywhere.
 */
export const adDocumentHeaders = (framedBy: 'self' | 'anyone'): Headers => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': [
    framedBy === 'self' ? `sandbox ${adSandbox}` : `sandbox ${adSandbox} allow-top-navigation-by-user-activation`,
    "object-src 'none'",
    ...(framedBy === 'self' ? ["frame-ancestors 'self'"] : []),
  ].join('; '),
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'Referrer-Policy': framedBy === 'self' ? 'no-referrer' : 'strict-origin-when-cross-origin',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex, nofollow',
  'Cross-Origin-Resource-Policy': framedBy === 'self' ? 'same-origin' : 'cross-origin',
})
