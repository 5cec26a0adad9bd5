import { attribute, htmlOf, treeOf } from '../clean/tree.ts'
import { quoted } from '../finding.ts'
import type { TemplateEdit } from '../prompt/template-edit.ts'
import { carryOut } from './carry-out.ts'
import { nameOfPart } from './find-parts.ts'
import { type Adjusted, settleColors } from './settle-colors.ts'

export type Edited = {
  readonly html: string
  /** Which edits could not be carried out and why, and what else had to change. For people. */
  readonly warnings: readonly string[]
}

/** The sentence about a color that was adjusted. */
export const adjustedWarning = (
  part: string | undefined,
  { wanted, color, background }: Omit<Adjusted, 'element'>,
): string =>
  `The ${part === undefined ? 'text' : nameOfPart(part)} is ${color} instead of ${wanted}, so that it can be read on ${background}.`

/**
 * Carries out edits on a clean template (TEMPLATE-21): on its parsed HTML, in the `style` of the parts. Afterwards every text whose
 * background is known there can be read on it. An edit that cannot be carried out changes nothing and is a warning.
 */
export const editTemplate = (html: string, edits: readonly TemplateEdit[]): Edited => {
  const document = treeOf(html)
  if (document === undefined) return { html, warnings: ['The template is too complex to be edited.'] }
  const refused = edits.flatMap(edit => {
    const why = carryOut(document, edit)
    return why === undefined ? [] : [`Not done: ${quoted(edit.said, 200)}, because ${why}.`]
  })
  const adjusted = settleColors(document).map(one => adjustedWarning(attribute(one.element, 'data-part'), one))
  return { html: htmlOf(document), warnings: [...new Set([...refused, ...adjusted])] }
}
