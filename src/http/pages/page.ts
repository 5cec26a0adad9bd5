import escapeHtml from 'escape-html'
import type { RawReply } from '../../engine/operation.ts'
import { palette } from '../../pages/stylesheet.ts'

const style = `${palette}*{box-sizing:border-box}
body{margin:0 auto;max-width:48rem;padding:2.5rem 1.25rem 4rem;background:var(--paper);color:var(--ink);font:1rem/1.6 var(--sans);overflow-wrap:anywhere}
h1,h2{font-family:var(--serif);font-weight:500;line-height:1.2;margin:2rem 0 .6rem;text-wrap:balance}
h1{font-size:clamp(2rem,1.5rem + 2vw,2.75rem);margin-top:1rem}h2{font-size:1.5rem}
p,ul,ol,table,pre{margin:.7rem 0}li{margin:.3rem 0}
a{color:var(--focus);text-underline-offset:.2em}
nav a{margin-right:1.25rem}
.lead{font-size:1.1875rem}.soft{color:var(--soft)}
code{font:.875em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;background:var(--stage);padding:.1em .3em;border-radius:3px}
pre{background:var(--stage);border:1px solid var(--line);border-radius:.4rem;padding:.9rem 1rem;overflow-x:auto;overflow-wrap:normal}pre code{background:none;padding:0}
table{border-collapse:collapse;width:100%}th{text-align:left}th,td{padding:.4rem 1rem .4rem 0;vertical-align:top;border-bottom:1px solid var(--line);overflow-wrap:break-word}
@media (max-width:24rem){body{padding-inline:.75rem}th,td{padding-right:.5rem}tr>:last-child{padding-right:0}}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(15rem,1fr));gap:1rem;padding:0;list-style:none}
.cards li{margin:0}.cards a{display:block;height:100%;padding:1rem 1.1rem;background:var(--sheet);border:1px solid var(--line);border-radius:.5rem;color:inherit;text-decoration:none}
.cards a:hover{border-color:var(--focus)}.cards strong{display:block;color:var(--focus)}
a:focus-visible{outline:3px solid var(--focus);outline-offset:2px}`

/** A small HTML page without scripts or external resources. `body` is HTML. */
export const page = (title: string, body: string, status = 200): RawReply => ({
  raw: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title>
<style>${style}</style>
</head><body><main>${body}</main></body></html>`,
  contentType: 'text/html; charset=utf-8',
  status,
  headers: {
    'Cache-Control': 'public, max-age=300',
    'Content-Security-Policy':
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    'Referrer-Policy': 'no-referrer',
  },
})
