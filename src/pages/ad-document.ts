import type { Headers } from './layout.ts'
import { adSandbox } from './preview-page.ts'

/**
 * Headers for a document that is the customer's HTML (ARCH-35). The response itself carries the sandbox, so the
 * document has no origin, no cookies and no permissions even when opened outside its frame. `framedBy` is `self` for
 * previews and `anyone` for documents that tags show; the latter may also navigate the top window when the user clicks,
 * and may send the site as the referrer. An ad may load images, fonts, styles and scripts from anywhere. `isSecure`: this service is reached
 * over https, where browsers refuse what is requested over http, trackers among it; it is then requested over https.
 * `isIsolated`: the page around it is isolated from other origins and frames only what loads nothing that forbids it.
 */
export const adDocumentHeaders = (framedBy: 'self' | 'anyone', isSecure = false, isIsolated = false): Headers => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': [
    framedBy === 'self' ? `sandbox ${adSandbox}` : `sandbox ${adSandbox} allow-top-navigation-by-user-activation`,
    "object-src 'none'",
    ...(framedBy === 'self' ? ["frame-ancestors 'self'"] : []),
    ...(isSecure ? ['upgrade-insecure-requests'] : []),
  ].join('; '),
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'Referrer-Policy': framedBy === 'self' ? 'no-referrer' : 'strict-origin-when-cross-origin',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex, nofollow',
  ...(isIsolated ? { 'Cross-Origin-Embedder-Policy': 'require-corp' } : {}),
  'Cross-Origin-Resource-Policy': framedBy === 'self' ? 'same-origin' : 'cross-origin',
})
