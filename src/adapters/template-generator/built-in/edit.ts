import { expectedColumns } from '../../../domain/templates/columns.ts'
import type { Edited } from '../../../domain/templates/edit/edit-template.ts'
import { type Finding, quoted } from '../../../domain/templates/finding.ts'
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
import type { BuiltInMeans } from './compose.ts'

/** Edits of a prompt that are tried one by one, when all together do not pass the checks. */
const mostSingly = 8

/** A template and what is wrong with it. */
type Tried = { readonly html: string; readonly warnings: readonly string[]; readonly faults: readonly Finding[] }

const unreadableOf = (faults: readonly Finding[]) =>
  faults.flatMap(({ element, colors }) =>
    element === undefined || colors === undefined ? [] : [{ element, ...colors }],
  )

const tryOut = (
  means: BuiltInMeans,
  { brief, size }: TemplateEditRequest,
  expected: readonly string[],
  signal: AbortSignal,
) => {
  const checkedOf = async ({ html, warnings }: Edited): Promise<Tried | GeneratorFailure> => {
    const checked = await means.checks({ brief, html, size, expected }, signal)
    if (isGeneratorFailure(checked)) return checked
    return { html: checked.html ?? html, warnings, faults: faultsOf(checked) }
  }
  /** Edits a template; texts that cannot be read then get the nearest color that can. */
  return async (html: string, edits: readonly TemplateEdit[]): Promise<Tried | GeneratorFailure> => {
    const edited = await means.threads.run(brief.accountId, 'edit', { html, edits }, signal)
    if (isGeneratorFailure(edited)) return edited
    const tried = await checkedOf(edited)
    if (isGeneratorFailure(tried)) return tried
    const texts = unreadableOf(tried.faults)
    if (texts.length === 0) return tried
    const recolored = await means.threads.run(brief.accountId, 'recolor', { html: tried.html, texts }, signal)
    if (isGeneratorFailure(recolored)) return recolored
    return checkedOf({ html: recolored.html, warnings: [...edited.warnings, ...recolored.warnings] })
  }
}

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
    const attempt = tryOut(
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
