import { attribute, htmlOf, treeOf } from '../clean/tree.ts'
import { quoted } from '../finding.ts'
import type { TemplateEdit } from '../prompt/template-edit.ts'
import { carryOut, restorePart } from './carry-out.ts'
import { markParts, nameOfPart } from './find-parts.ts'
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

/** The sentence about an edit that was not carried out; `why` is the end of a sentence. */
export const notDone = ({ said }: TemplateEdit, why: string): string =>
  `Not done: ${quoted(said, 200)}, because ${why}.`

/**
 * Carries out edits on a clean template (TEMPLATE-21): on its parsed HTML, in the `style` of the parts and in the layout's own rules. Afterwards every text
 * whose background is known there can be read on it. An edit that cannot be carried out changes nothing and is a warning.
 * `earlier`: the clean template that an undo goes back to.
 */
export const editTemplate = (html: string, edits: readonly TemplateEdit[], earlier?: string): Edited => {
  const undoes = edits.some(edit => edit.kind === 'undo' && edit.target === 'all')
  const before = earlier === undefined ? undefined : treeOf(earlier)
  const document = undoes && before ? before : treeOf(html)
  if (document === undefined) return { html, warnings: ['The template is too complex to be edited.'] }
  // HTML that is gone back to stays as it was, so that a version is known again
  if (edits.every(({ kind }) => kind === 'undo') && undoes) {
    if (earlier !== undefined) return { html: earlier, warnings: [] }
    return { html, warnings: edits.map(edit => notDone(edit, 'there is no earlier version')) }
  }
  markParts(document)
  const notes: string[] = []
  const refused = edits.flatMap(edit => {
    const why =
      edit.kind !== 'undo'
        ? carryOut(document, edit, note => void notes.push(note))
        : before === undefined
          ? 'there is no earlier version'
          : edit.target === 'all'
            ? undefined
            : restorePart(document, before, edit)
    return why === undefined ? [] : [notDone(edit, why)]
  })
  const adjusted = settleColors(document).map(one => adjustedWarning(attribute(one.element, 'data-part'), one))
  return { html: htmlOf(document), warnings: [...new Set([...refused, ...notes, ...adjusted])] }
}
