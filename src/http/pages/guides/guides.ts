import { type Html, html } from '../../../pages/html.ts'
import { errors } from './errors.ts'
import { examples } from './examples.ts'
import type { Guide } from './guide.ts'
import { keys } from './keys.ts'
import { limits } from './limits.ts'
import { lists } from './lists.ts'
import { longWork } from './long-work.ts'
import { ownWrites } from './own-writes.ts'
import { repeats } from './repeats.ts'

/** The guides by the last part of their address, in the order in which a newcomer needs them. */
export const guides: Readonly<Record<string, Guide>> = {
  keys,
  errors,
  lists,
  repeats,
  'own-writes': ownWrites,
  limits,
  'long-work': longWork,
  examples,
}

/** A card for each guide, which leads to it. */
export const guideCards = (): Html => {
  const cards = Object.entries(guides).map(
    ([name, { title, lead }]) => html`<li><a href="/docs/guides/${name}"><strong>${title}</strong> ${lead}</a></li>`,
  )
  return html`<ul class="cards">${cards}</ul>`
}
