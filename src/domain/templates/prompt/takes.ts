import type { TemplateEdit } from './template-edit.ts'

/** How much of a change of size each take makes; later ones begin again. */
const powers = [1, 1.75, 0.5, 2.5] as const

/**
 * The edits of a retry: where a prompt leaves a choice, as "bigger" does, each take makes another one. `note`: there was none to make.
 */
export const onTake = (
  edits: readonly TemplateEdit[],
  take: number,
): { readonly edits: readonly TemplateEdit[]; readonly note?: string } => {
  if (take === 0) return { edits }
  const power = powers[take % powers.length] ?? 1
  const hasChoice = edits.some(edit => edit.kind === 'size' && 'times' in edit.change && !edit.change.isExact)
  if (!hasChoice) return { edits, note: 'The prompt leaves no choice, so the result is the same as before.' }
  return {
    edits: edits.map(edit =>
      edit.kind === 'size' && 'times' in edit.change && !edit.change.isExact
        ? { ...edit, change: { times: edit.change.times ** power } }
        : edit,
    ),
  }
}
