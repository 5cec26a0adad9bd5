import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { text } from '../codec/text.ts'
import { rejection } from '../domain/shared/decider.ts'
import { query, type RawReply } from '../engine/operation.ts'
import { get, type Placed } from '../operations/row.ts'
import { palette } from '../pages/stylesheet.ts'

const folder = new URL('./browser/', import.meta.url)
const style = 'text/css; charset=utf-8'
const script = 'text/javascript; charset=utf-8'

/** The files that the page loads, with their media types. No other file of the folder is served. */
const files: Readonly<Record<string, string>> = {
  'base.css': style,
  'campaign.css': style,
  'creatives.css': style,
  'service.css': style,
  'source.css': style,
  'states.css': style,
  'tables.css': style,
  'mark.svg': 'image/svg+xml',
  'activation-part.js': script,
  'api.js': script,
  'app.js': script,
  'approval-part.js': script,
  'approval-previews.js': script,
  'bar.js': script,
  'campaign-row.js': script,
  'campaign-view.js': script,
  'campaigns-view.js': script,
  'change-view.js': script,
  'columns-part.js': script,
  'creatives-part.js': script,
  'csv.js': script,
  'dom.js': script,
  'export-row.js': script,
  'exports-part.js': script,
  'fault-list.js': script,
  'health-part.js': script,
  'history-part.js': script,
  'job-row.js': script,
  'jobs-view.js': script,
  'list-forms.js': script,
  'list-progress.js': script,
  'notices.js': script,
  'people.js': script,
  'picture-frame.js': script,
  'plan-part.js': script,
  'polling.js': script,
  'previews.js': script,
  'queue-row.js': script,
  'queues-view.js': script,
  'rows-chart.js': script,
  'rows-part.js': script,
  'run-row.js': script,
  'running.js': script,
  'runs-part.js': script,
  'service-notices.js': script,
  'service-tables.js': script,
  'service-view.js': script,
  'sign-in-view.js': script,
  'source-row.js': script,
  'source-view.js': script,
  'source.js': script,
  'sources-view.js': script,
  'tag-row.js': script,
  'tags-part.js': script,
  'template-row.js': script,
  'templates-view.js': script,
  'timeline-entry.js': script,
  'times.js': script,
  'value-view.js': script,
  'wording.js': script,
}

// the user types an API key into this page: only our own scripts run, and nothing is sent to other hosts; ads are shown in
// frames without an origin
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

/**
 * The browser revalidates every file, so that a page never mixes the files of two releases; unchanged files get 304.
 */
const reply = (raw: Buffer, contentType: string): RawReply => ({
  raw,
  contentType,
  headers: {
    'Cache-Control': 'no-cache',
    ETag: `"${createHash('sha256').update(raw).digest('base64url')}"`,
    'Content-Security-Policy': policy,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex, nofollow',
  },
})

const getConsole = query({
  summary: 'The console, where a person with a key watches campaigns, asset sources and jobs; it changes nothing.',
  extension: true,
  params: t.type({}),
  reply: { media: 'text/html', tagged: true },
  run: async () => E.right(reply(await readFile(new URL('page.html', folder)), 'text/html; charset=utf-8')),
})

const getConsoleFile = query({
  summary: 'A file of the console.',
  extension: true,
  params: t.type({ file: text({ max: 64 }) }),
  reply: { media: 'application/octet-stream', tagged: true },
  async run({ params: { file } }) {
    const contentType = Object.hasOwn(files, file) ? files[file] : undefined
    if (contentType === undefined) return E.left(rejection('not-found', 'There is no such file.'))
    const content = await readFile(new URL(file, folder))
    return E.right(reply(file === 'base.css' ? Buffer.concat([Buffer.from(palette), content]) : content, contentType))
  },
})

/** /console: a page of static files that reads the API with the user's key. */
export const consoleRows: readonly Placed[] = [
  get('/console', 'public', { getConsole }),
  get('/console/:file', 'public', { getConsoleFile }),
]
