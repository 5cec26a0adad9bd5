import { compose } from '../creatives/compose.ts'
import { elementsOf, htmlOf, setAttribute, treeOf } from './clean/tree.ts'
import type { Sample } from './samples.ts'

export const numberAttribute = 'data-n'

/** A clean template whose elements carry their number in document order, by which measurements name them. */
const numbered = (html: string): string => {
  const document = treeOf(html)
  if (document === undefined) return html
  for (const [n, element] of elementsOf(document).entries()) setAttribute(element, numberAttribute, String(n))
  return htmlOf(document)
}

export type FilledSample = { readonly name: string; readonly html: string }

/** A clean template filled with each sample, its elements numbered. Samples for which the document would be too large are left out. */
export const filledWith = (html: string, samples: readonly Sample[]): readonly FilledSample[] => {
  const template = numbered(html)
  return samples.flatMap(({ name, columns }) => {
    const filled = compose({ html: template, columns, transformations: [] })
    return 'code' in filled ? [] : [{ name, html: filled.html.replaceAll('{{clickUrl}}', '#') }]
  })
}
