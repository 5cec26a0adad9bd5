import { type Html, html, oneLine, raw } from './html.ts'
import { styleSource, stylesheet } from './stylesheet.ts'

/** Response headers by name, as a route sets them. */
export type Headers = Readonly<Record<string, string>>

const pageHeaders = (frames: string, ancestors = "'none'", forms = "form-action 'self'"): Headers => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': [
    "default-src 'none'",
    "img-src 'self' data:",
    `style-src ${styleSource}`,
    ...(frames === '' ? [] : [`frame-src ${frames}`]),
    ...(forms === '' ? [] : [forms]),
    `frame-ancestors ${ancestors}`,
    "base-uri 'none'",
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex, nofollow',
  'Cross-Origin-Opener-Policy': 'same-origin',
})

/**
 * Headers for the approval pages (APPROVAL-12): no scripts, no frames, and no referrer, since the path is a token.
 * Images must come from the page's own host.
 */
export const approvalPageHeaders: Headers = pageHeaders('')

/** Headers for a preview page: as for an approval page, plus frames from its own host. */
export const previewPageHeaders: Headers = pageHeaders("'self'")

/** Headers for the page of a problem: as for an approval page, but a preview may frame it in place of the ad. */
export const problemPageHeaders: Headers = pageHeaders('', "'self'")

/**
 * Headers for a page whose form leads to other hosts: browsers apply form-action to every redirect that follows a form. Its own host gets a
 * referrer, because browsers would otherwise hide the origin of the form.
 */
export const consentPageHeaders: Headers = { ...pageHeaders('', "'none'", ''), 'Referrer-Policy': 'same-origin' }

/** The part of a page before the markup inside `<body>`. `title` is plain text; `head`: more elements of the head. */
export const pageStart = (title: string, head?: Html): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${head}<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<title>${oneLine(title, 120)}</title>
<style>${raw(stylesheet)}</style>
</head>
<body>
`.markup

/** The part of a page after it. */
export const pageEnd = `
</body>
</html>
`

/** A whole page: `title` is plain text, `body` the markup inside `<body>`. */
export const page = (title: string, body: Html): string => pageStart(title) + body.markup + pageEnd
