import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { text } from '../../codec/text.ts'
import { rejection } from '../../domain/shared/decider.ts'
import { query } from '../../engine/operation.ts'
import { get, type Placed } from '../../operations/row.ts'
import { html } from '../../pages/html.ts'
import { guideCards, guides } from './guides/guides.ts'
import { page } from './page.ts'

const getGuide = query({
  summary: 'A guide about something that holds for many operations, as a page.',
  extension: true,
  params: t.type({ guide: text({ max: 64 }) }),
  reply: { media: 'text/html' },
  async run({ params: { guide: name } }) {
    const guide = Object.hasOwn(guides, name) ? guides[name] : undefined
    if (guide === undefined) return E.left(rejection('not-found', 'There is no such guide.'))
    const { title, lead, body } = guide
    const { markup } = html`<nav><a href="/docs">Documentation</a><a href="/">Endcap</a></nav>
<h1>${title}</h1><p class="lead">${lead}</p>${body}<h2>All guides</h2>${guideCards()}`
    return E.right(page(`${title} – Endcap`, markup))
  },
})

/** The guides of /docs (HTTP-28). */
export const guideRows: readonly Placed[] = [get('/docs/guides/:guide', 'public', { getGuide })]
