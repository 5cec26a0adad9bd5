import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { text } from '../../codec/text.ts'
import { rejection } from '../../domain/shared/decider.ts'
import { query, type RawReply } from '../../engine/operation.ts'
import { get, type Placed } from '../../operations/row.ts'

/** Files of Swagger UI that the page needs, by their media type. No other file of the package is served. */
const files: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
}

const start = `window.ui = SwaggerUIBundle({ url: '/openapi.json', dom_id: '#ui', deepLinking: true, persistAuthorization: false, validatorUrl: null, docExpansion: 'none', filter: true })\n`

const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Endcap API</title>
<link rel="stylesheet" href="/docs/ui/swagger-ui.css"><link rel="icon" href="/docs/ui/favicon-32x32.png"></head>
<body><div id="ui"></div><script src="/docs/ui/swagger-ui-bundle.js"></script><script src="/docs/ui/start.js"></script></body></html>`

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
  summary: 'The API documentation; enter a key to try calls.',
  extension: true,
  params: t.type({}),
  reply: { media: 'text/html' },
  run: async () => E.right(reply(html, 'text/html; charset=utf-8')),
})

const getDocsFile = query({
  summary: 'A file of the documentation page.',
  extension: true,
  params: t.type({ file: text({ max: 64 }) }),
  reply: { media: 'application/octet-stream' },
  async run({ params: { file } }) {
    if (file === 'start.js') return E.right(reply(start, 'text/javascript; charset=utf-8'))
    const contentType = Object.hasOwn(files, file) ? files[file] : undefined
    if (contentType === undefined) return E.left(rejection('not-found', 'There is no such file.'))
    const path = fileURLToPath(import.meta.resolve(`swagger-ui-dist/${file}`))
    return E.right(reply(await readFile(path), contentType))
  },
})

/** /docs: Swagger UI from node_modules, without internet access. */
export const docsRows: readonly Placed[] = [
  get('/docs', 'public', { getDocs }),
  get('/docs/ui/:file', 'public', { getDocsFile }),
]
