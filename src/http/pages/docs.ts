import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { text } from '../../codec/text.ts'
import { rejection } from '../../domain/shared/decider.ts'
import { query, type RawReply } from '../../engine/operation.ts'
import { get, type Placed } from '../../operations/row.ts'
import { html } from '../../pages/html.ts'
import { guideCards } from './guides/guides.ts'

const script = 'text/javascript; charset=utf-8'

/** Files that the page loads, with their media types: of Swagger UI, and our own. No other file is served. */
const files: Readonly<Record<string, { readonly from: string; readonly contentType: string }>> = {
  'swagger-ui.css': {
    from: import.meta.resolve('swagger-ui-dist/swagger-ui.css'),
    contentType: 'text/css; charset=utf-8',
  },
  'swagger-ui-bundle.js': { from: import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js'), contentType: script },
  'favicon-32x32.png': { from: import.meta.resolve('swagger-ui-dist/favicon-32x32.png'), contentType: 'image/png' },
  'start.js': { from: import.meta.resolve('./browser/start.js'), contentType: script },
  'resolved.js': { from: import.meta.resolve('./browser/resolved.js'), contentType: script },
}

// Swagger UI is light only, and so is the header above it; its choice of servers has one; its labels are too pale for WCAG
const style = `:root{color-scheme:light}body{margin:0}.top{max-width:1460px;margin:0 auto;padding:2rem 20px 0;font:16px/1.55 system-ui,sans-serif;color:#201d18}
.top h1{font:500 2.25rem/1.2 Georgia,serif;margin:.75rem 0 .5rem}.top h2{font:500 1.5rem/1.2 Georgia,serif;margin:2rem 0 0}.top p{margin:.4rem 0 0}.top a{color:#2456a6;text-underline-offset:.2em}.top nav{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(15rem,1fr));gap:.9rem;margin:1rem 0 0;padding:0;list-style:none}
.cards a{display:block;height:100%;box-sizing:border-box;padding:.85rem 1rem;border:1px solid #ddd6c8;border-radius:.5rem;background:#fffdf9;color:#201d18;text-decoration:none}
.cards a:hover{border-color:#2456a6}.cards strong{display:block;color:#2456a6}
.swagger-ui .opblock-tag>a.nostyle{flex:0 0 18rem}.swagger-ui .opblock-tag>small{padding:0}.swagger-ui .info .link{color:#2456a6}
.swagger-ui .scheme-container .schemes>.schemes-server-container{display:none}.swagger-ui .btn.authorize{color:#1d6144;border-color:#1d6144}.swagger-ui .btn.authorize svg{fill:#1d6144}
.swagger-ui .info .title small{background:#5b6270}.swagger-ui .info .title small.version-stamp{background:#4c6b00}
@media (max-width:44rem){.swagger-ui .opblock-tag{flex-wrap:wrap;gap:.25rem .75rem}.swagger-ui .opblock-tag>a.nostyle{flex:1 0 11rem}.swagger-ui .opblock-tag>div{flex:none}.swagger-ui .opblock-tag>small{flex:1 0 100%;order:1;overflow-wrap:normal;word-break:normal}
.swagger-ui .parameters :is(tr,td){display:block;width:auto}.swagger-ui .parameters input{max-width:none}.swagger-ui .parameters thead,.swagger-ui .response-col_links{display:none}}`

const body = html`<header class="top"><nav><a href="/">Endcap</a><a href="/console">Console</a><a href="/docs/problems">Problems</a><a href="/openapi.json">OpenAPI</a></nav>
<h1>Documentation</h1><p>Read the guides first: what they say holds for every operation.</p>${guideCards()}
<h2>Operations</h2><p>The areas are in the order in which a campaign meets them. Press “Authorize” and enter a key to try calls.</p></header>
<div id="ui"></div><script src="/docs/ui/swagger-ui-bundle.js"></script><script type="module" src="/docs/ui/start.js"></script>`

const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Endcap: documentation</title>
<link rel="stylesheet" href="/docs/ui/swagger-ui.css"><link rel="icon" href="/docs/ui/favicon-32x32.png"><style>${style}</style></head>
<body>${body.markup}</body></html>`

// Swagger UI uses style attributes; scripts and requests are restricted to our own origin
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

const reply = (raw: string | Buffer, contentType: string): RawReply => ({
  raw,
  contentType,
  headers: {
    'Cache-Control': 'public, max-age=3600',
    'Content-Security-Policy': policy,
    'Referrer-Policy': 'no-referrer',
  },
})

const getDocs = query({
  summary: 'The documentation: guides, and every operation; enter a key to try calls.',
  extension: true,
  params: t.type({}),
  reply: { media: 'text/html' },
  run: async () => E.right(reply(page, 'text/html; charset=utf-8')),
})

const getDocsFile = query({
  summary: 'A file of the documentation page.',
  extension: true,
  params: t.type({ file: text({ max: 64 }) }),
  reply: { media: 'application/octet-stream' },
  async run({ params: { file } }) {
    const known = Object.hasOwn(files, file) ? files[file] : undefined
    if (known === undefined) return E.left(rejection('not-found', 'There is no such file.'))
    return E.right(reply(await readFile(fileURLToPath(known.from)), known.contentType))
  },
})

/** /docs: Swagger UI from node_modules, without internet access. */
export const docsRows: readonly Placed[] = [
  get('/docs', 'public', { getDocs }),
  get('/docs/ui/:file', 'public', { getDocsFile }),
]
