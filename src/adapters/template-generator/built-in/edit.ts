import { expectedColumns } from '../../../domain/templates/columns.ts'
import { notDone } from '../../../domain/templates/edit/edit-template.ts'
import { nameOfPart } from '../../../domain/templates/edit/find-parts.ts'
import { lostParts, unmet } from '../../../domain/templates/edit/part-places.ts'
import { quoted } from '../../../domain/templates/finding.ts'
import { helpFor } from '../../../domain/templates/prompt/help.ts'
import { softened, variants } from '../../../domain/templates/prompt/takes.ts'
import type { TemplateEdit } from '../../../domain/templates/prompt/template-edit.ts'
import { aboutAfter, understand } from '../../../domain/templates/prompt/understand.ts'
import {
  type GeneratorFailure,
  isGeneratorFailure,
  type MadeTemplate,
  type TemplateEditRequest,
} from '../../../ports/template-generator.ts'
import { unchecked } from '../failure.ts'
import type { ReadTemplate } from '../template-task.ts'
import type { BuiltInMeans } from './means.ts'
import { type Tried, tryOut } from './try-out.ts'

/** Parts of a prompt that are tried one by one, when all together do not pass the checks. */
const mostSingly = 8

type Attempt = (html: string, edits: readonly TemplateEdit[]) => Promise<Tried | GeneratorFailure>

/** What an attempt has not done: the first fault of the template, or an edit that did not do what it says. */
const whyNot = (
  tried: Tried,
  before: Tried,
  edits: readonly TemplateEdit[],
  size: TemplateEditRequest['size'],
): string | undefined => {
  const [fault] = tried.faults
  if (fault) return fault.detail
  const failed = edits.flatMap(edit => {
    const why = unmet(edit, before.places, tried.places, size)
    return why === undefined ? [] : [notDone(edit, why)]
  })
  const [lost] = lostParts(edits, before.places, tried.places)
  return failed[0] ?? (lost === undefined ? undefined : `The ${nameOfPart(lost)} would not be seen any more.`)
}

/** Edits by the part of the prompt that asks for them: they are done together or not at all. */
const byPart = (edits: readonly TemplateEdit[]): readonly (readonly TemplateEdit[])[] =>
  Map.groupBy(edits, ({ said }) => said)
    .values()
    .toArray()

/**
 * Carries out the parts of a prompt one after the other, and leaves out those after which the template does not pass the checks or that did not do what they
 * say. Where a part leaves a choice, as "bigger" does, it is tried with less of it first: that is the repair round of edits.
 */
const singly = async (
  attempt: Attempt,
  start: Tried,
  edits: readonly TemplateEdit[],
  size: TemplateEditRequest['size'],
): Promise<Tried | GeneratorFailure> => {
  let best = start
  const leftOut: string[] = []
  for (const [i, part] of byPart(edits).entries()) {
    if (i >= mostSingly) {
      leftOut.push(notDone(part[0]!, 'the prompt asks for too much at once'))
      continue
    }
    let why: string | undefined
    for (const tries of [part, ...softened(part)]) {
      const tried = await attempt(best.html, tries)
      if (isGeneratorFailure(tried)) return tried
      const reason = whyNot(tried, best, tries, size)
      if (reason === undefined) {
        best = { ...tried, warnings: [...best.warnings, ...tried.warnings] }
        why = undefined
        break
      }
      why ??= reason
    }
    if (why !== undefined)
      leftOut.push(why.startsWith('Not done') ? why : `Not done: ${quoted(part[0]!.said, 200)}. ${why}`)
  }
  return { ...best, warnings: [...best.warnings, ...leftOut] }
}

const sameAsBefore = 'The prompt leaves no choice, so the result is the same as before.'
/** The most variants that are tried for one that is new. */
const mostVariants = 5

/** The result of a prompt in a take: for a retry the first variant that is new and does all that the prompt did. */
const inTake = async (
  edits: readonly TemplateEdit[],
  take: number,
  carriedOut: (edits: readonly TemplateEdit[]) => Promise<Tried | GeneratorFailure>,
): Promise<{ readonly done: Tried; readonly note?: string } | GeneratorFailure> => {
  const first = await carriedOut(edits)
  if (isGeneratorFailure(first)) return first
  if (take === 0) return { done: first }
  const lacks = ({ warnings }: Tried) => warnings.filter(warning => warning.startsWith('Not done')).length
  for (const { edits: varied, note } of variants(edits, take).slice(0, mostVariants)) {
    const done = await carriedOut(varied)
    if (isGeneratorFailure(done)) return done
    if (done.html !== first.html && lacks(done) <= lacks(first))
      return { done, ...(note === undefined ? {} : { note }) }
  }
  return { done: first, note: sameAsBefore }
}

const removedOf = ({ findings }: ReadTemplate): readonly string[] =>
  findings.filter(({ code }) => code === 'removed').map(({ detail }) => detail)

/**
 * Edits a template by a prompt (TEMPLATE-21). What is not understood, not possible, does not do what it says, or does not pass the checks is a warning in the
 * prompt's own words, and changes nothing.
 */
export const editBuiltIn =
  (means: BuiltInMeans) =>
  async (asked: TemplateEditRequest, signal: AbortSignal): Promise<MadeTemplate | GeneratorFailure> => {
    const { brief, html, size, prompt, take, earlier } = asked
    const read = (text: string) => means.threads.run(brief.accountId, 'read', { html: text, expected: [] }, signal)
    const before = await read(html)
    if (isGeneratorFailure(before)) return before
    if (before.html === undefined) return unchecked(before.findings)
    const clean = earlier?.html === undefined ? undefined : await read(earlier.html)
    if (clean && isGeneratorFailure(clean)) return clean
    const understood = understand(prompt, {
      about: aboutAfter(earlier?.prompts ?? []),
      brandColors: role => brief.brand.colors.find(color => color.role === role)?.hex,
    })
    const expected = expectedColumns.filter(column => before.columns.includes(column))
    const { edited } = tryOut(means, asked, expected, signal)
    const attempt: Attempt = (from, edits) => edited(from, edits, clean?.html)

    const none = await attempt(before.html, [])
    if (isGeneratorFailure(none)) return none
    const from = before.html
    const carriedOut = async (edits: readonly TemplateEdit[]): Promise<Tried | GeneratorFailure> => {
      const together = edits.length === 0 ? none : await attempt(from, edits)
      if (isGeneratorFailure(together) || whyNot(together, none, edits, size) === undefined) return together
      // the template itself does not pass, whatever is asked for
      return none.faults.length > 0 ? unchecked(none.faults) : singly(attempt, none, edits, size)
    }
    const made = await inTake(understood.edits, take, carriedOut)
    if (isGeneratorFailure(made)) return made
    const { done, note } = made
    const help = helpFor(understood)
    const notes = [...understood.unknown.map(said => `${help.notUnderstood}: ${quoted(said, 400)}.`), help.known, note]
    return {
      html: done.html,
      warnings: [...new Set([...removedOf(before), ...done.warnings, ...notes.filter(text => text !== undefined)])],
    }
  }
