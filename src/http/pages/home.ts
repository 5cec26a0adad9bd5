import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { query } from '../../engine/operation.ts'
import { get, type Placed } from '../../operations/row.ts'
import { html } from '../../pages/html.ts'
import { page } from './page.ts'

const places = [
  ['/docs', 'Documentation', 'Guides, and every operation to try with a key.'],
  ['/console', 'Console', 'Watch campaigns and asset sources of an account; it changes nothing.'],
  ['/readyz', 'Readiness', 'Whether this node has caught up, and which store is away.'],
  ['/healthz', 'Health', 'Whether this node is alive.'],
] as const

const card = ([path, name, meaning]: (typeof places)[number]) =>
  html`<li><a href="${path}"><strong>${name}</strong> ${meaning}</a></li>`

/** `/`: what this is, and where to go (HTTP-28). */
export const homeRows = (version: string): readonly Placed[] => {
  const { markup } = html`<h1>Endcap</h1>
<p class="lead">The backend of retail ad campaigns. A campaign is made from a template, approved on a page, activated, exported as pictures and videos, and served by
its ad tags.</p>
<ul class="cards">${places.map(card)}</ul>
<p class="soft">Version ${version}. For machines: <a href="/openapi.json">/openapi.json</a>, <a href="/metrics">/metrics</a>.</p>`
  const getHome = query({
    summary: 'What this service is, with links to documentation, console and health, as a page.',
    extension: true,
    params: t.type({}),
    reply: { media: 'text/html' },
    run: async () => E.right(page('Endcap', markup)),
  })
  return [get('/', 'public', { getHome })]
}
