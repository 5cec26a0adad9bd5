import escapeHtml from 'escape-html'
import type { RawReply } from '../../engine/operation.ts'

/** A small HTML page without scripts or external resources. `body` is HTML. */
export const page = (title: string, body: string, status = 200): RawReply => ({
  raw: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#1b2230}code{background:#eef1f5;padding:.1em .3em;border-radius:3px}td{padding:.2rem 1rem .2rem 0;vertical-align:top}a{color:#0b57d0}</style>
</head><body>${body}</body></html>`,
  contentType: 'text/html; charset=utf-8',
  status,
  headers: {
    'Cache-Control': 'public, max-age=300',
    'Content-Security-Policy':
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    'Referrer-Policy': 'no-referrer',
  },
})
