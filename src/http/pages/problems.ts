import escapeHtml from 'escape-html'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { text } from '../../codec/text.ts'
import { rejection } from '../../domain/shared/decider.ts'
import { query } from '../../engine/operation.ts'
import { get, type Placed } from '../../operations/row.ts'
import { problems, type ShownProblem } from '../response/problems.ts'
import { page } from './page.ts'

const known: Readonly<Record<string, ShownProblem>> = problems

/** A text in HTML; what is between backquotes is code. */
const prose = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')

const line = ([code, { status, title }]: readonly [string, ShownProblem]): string =>
  `<tr><td>${status}</td><td><a href="/docs/problems/${code}"><code>${code}</code></a></td><td>${escapeHtml(title)}</td></tr>`

const nav = '<nav><a href="/docs">Documentation</a><a href="/docs/problems">Problems</a></nav>'

const listProblems = query({
  summary: 'All problem codes, as a page.',
  extension: true,
  params: t.type({}),
  reply: { media: 'text/html' },
  async run() {
    const rows = Object.entries(known)
      .sort(([, a], [, b]) => a.status - b.status)
      .map(line)
    const head = '<tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">Meaning</th></tr>'
    return E.right(page('Problems', `${nav}<h1>Problems</h1><table>${head}${rows.join('')}</table>`))
  },
})

const getProblem = query({
  summary: 'What a problem code means, as a page; the `type` of a problem links to it.',
  extension: true,
  params: t.type({ code: text({ max: 64 }) }),
  reply: { media: 'text/html' },
  async run({ params: { code } }) {
    const kind = Object.hasOwn(known, code) ? known[code] : undefined
    if (kind === undefined) return E.left(rejection('not-found', 'There is no such problem code.'))
    return E.right(
      page(
        kind.title,
        `${nav}<h1>${escapeHtml(kind.title)}</h1><p><code>${code}</code>, HTTP ${kind.status}</p><p>${prose(kind.docs)}</p><h2>What to do</h2><p>${prose(kind.remedy)}</p>`,
      ),
    )
  },
})

/** The pages that the `type` URIs of problems link to (HTTP-10). */
export const problemRows: readonly Placed[] = [
  get('/docs/problems', 'public', { listProblems }),
  get('/docs/problems/:code', 'public', { getProblem }),
]
