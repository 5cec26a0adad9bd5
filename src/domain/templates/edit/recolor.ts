import { attribute, elementsOf, htmlOf, treeOf } from '../clean/tree.ts'
import { adjustedWarning, type Edited } from './edit-template.ts'
import { settleOn } from './settle-colors.ts'

/** A text that cannot be read, as it was measured: the number of its element, its color and what is behind it, `#rrggbb`. */
export type UnreadableText = { readonly element: number; readonly color: string; readonly background: string }

/** Gives texts of a clean template the nearest color that can be read on what was measured behind them. */
export const recolor = (html: string, texts: readonly UnreadableText[]): Edited => {
  const document = treeOf(html)
  if (document === undefined) return { html, warnings: [] }
  const elements = elementsOf(document)
  const warnings = texts.flatMap(({ element: n, color: wanted, background }) => {
    const element = elements[n]
    if (!element) return []
    const color = settleOn(element, background, wanted)
    return [adjustedWarning(attribute(element, 'data-part'), { wanted, color, background })]
  })
  return { html: htmlOf(document), warnings: [...new Set(warnings)] }
}
