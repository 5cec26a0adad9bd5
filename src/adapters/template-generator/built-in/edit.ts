import { expectedColumns } from '../../../domain/templates/columns.ts'
import { quoted } from '../../../domain/templates/finding.ts'
import { onTake } from '../../../domain/templates/prompt/takes.ts'
import type { TemplateEdit } from '../../../domain/templates/prompt/template-edit.ts'
import { understand } from '../../../domain/templates/prompt/understand.ts'
import {
  type GeneratorFailure,
  isGeneratorFailure,
  type MadeTemplate,
  type TemplateEditRequest,
} from '../../../ports/template-generator.ts'
import { type Checked, faultsOf } from '../checks/open-checks.ts'
import { unchecked } from '../failure.ts'
import type { BuiltInMeans } from './means.ts'
import { type Tried, tryOut } from './try-out.ts'

/** Edits of a prompt that are tried one by one, when all together do not pass the checks. */
const mostSingly = 8

/** Carries out the edits one after the other, and leaves out those after which the template does not pass the checks. */
const singly = async (
  attempt: (html: string, edits: readonly TemplateEdit[]) => Promise<Tried | GeneratorFailure>,
  start: Tried,
  edits: readonly TemplateEdit[],
): Promise<Tried | GeneratorFailure> => {
  let best = start
  const leftOut: string[] = []
  for (const [i, edit] of edits.entries()) {
    const tried = i < mostSingly ? await attempt(best.html, [edit]) : undefined
    if (tried !== undefined && isGeneratorFailure(tried)) return tried
    const [fault] = tried?.faults ?? []
    if (tried === undefined)
      leftOut.push(`Not done: ${quoted(edit.said, 200)}, because the prompt asks for too much at once.`)
    else if (fault) leftOut.push(`Not done: ${quoted(edit.said, 200)}. ${fault.detail}`)
    else best = { ...tried, warnings: [...best.warnings, ...tried.warnings] }
  }
  return { ...best, warnings: [...best.warnings, ...leftOut] }
}

const removedOf = ({ findings }: Checked): readonly string[] =>
  findings.filter(({ code }) => code === 'removed').map(({ detail }) => detail)

/**
 * Edits a template by a prompt (TEMPLATE-21). What is not understood, not possible, or does not pass the checks is a warning in the
 * prompt's own words, and changes nothing.
 */
export const editBuiltIn =
  (means: BuiltInMeans) =>
  async (asked: TemplateEditRequest, signal: AbortSignal): Promise<MadeTemplate | GeneratorFailure> => {
    const { brief, html, size, prompt, take } = asked
    const before = await means.checks({ brief, html, size, expected: [] }, signal)
    if (isGeneratorFailure(before)) return before
    if (before.html === undefined) return unchecked(faultsOf(before))
    const { edits, unknown } = understand(prompt)
    const { edits: chosen, note } = onTake(edits, take)
    const { edited: attempt } = tryOut(
      means,
      asked,
      expectedColumns.filter(column => before.columns.includes(column)),
      signal,
    )
    const together = await attempt(before.html, chosen)
    if (isGeneratorFailure(together)) return together
    const none = together.faults.length === 0 ? together : await attempt(before.html, [])
    if (isGeneratorFailure(none)) return none
    // the template itself does not pass, whatever is asked for
    if (none.faults.length > 0) return unchecked(none.faults)
    const done = together.faults.length === 0 ? together : await singly(attempt, none, chosen)
    if (isGeneratorFailure(done)) return done
    const notUnderstood = unknown.map(said => `Not understood: ${quoted(said, 400)}.`)
    return {
      html: done.html,
      warnings: [
        ...new Set([...removedOf(before), ...done.warnings, ...notUnderstood, ...(note === undefined ? [] : [note])]),
      ],
    }
  }
