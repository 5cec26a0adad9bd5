import { notDone } from '../../../domain/templates/edit/edit-template.ts'
import { nameOfPart } from '../../../domain/templates/edit/find-parts.ts'
import { crowded, lostParts, type PartPlaces, placesOf, unmet } from '../../../domain/templates/edit/part-places.ts'
import type { TemplateEdit } from '../../../domain/templates/prompt/template-edit.ts'
import type { TemplateSize } from '../../../domain/templates/size.ts'
import type { PageContent } from '../../../ports/renderer.ts'

/** Where parts are: the lines of their texts, their pictures, and their own boxes if they have a background. */
export const placesIn = ({ texts, pictures, boxes }: PageContent): PartPlaces =>
  placesOf([
    ...texts.flatMap(({ part, lines }) => lines.map(line => ({ part, ...line }))),
    ...pictures.map(({ part, painted }) => ({ part, ...painted })),
    ...boxes,
  ])

/** What edits did not do, or did beside what they say, by where the parts are before and after them; undefined: nothing of that can be seen. */
export const missed = (
  edits: readonly TemplateEdit[],
  before: PartPlaces,
  after: PartPlaces,
  size: TemplateSize,
): string | undefined => {
  for (const edit of edits) {
    const why = unmet(edit, before, after, size)
    if (why !== undefined) return notDone(edit, why)
  }
  const [lost] = lostParts(edits, before, after)
  if (lost !== undefined) return `The ${nameOfPart(lost)} would not be seen any more.`
  const touching = edits.some(({ kind }) => kind === 'undo') ? undefined : crowded(before, after)
  return touching && `The ${nameOfPart(touching[0])} and the ${nameOfPart(touching[1])} would touch.`
}
