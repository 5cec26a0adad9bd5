import { sha256 } from '../../../domain/shared/digest.ts'
import { expectedColumns } from '../../../domain/templates/columns.ts'
import { notDone } from '../../../domain/templates/edit/edit-template.ts'
import { quoted } from '../../../domain/templates/finding.ts'
import { helpFor } from '../../../domain/templates/prompt/help.ts'
import { softened, type Variant, variants, withRoom } from '../../../domain/templates/prompt/takes.ts'
import type { TemplateEdit } from '../../../domain/templates/prompt/template-edit.ts'
import { aboutAfter, understand } from '../../../domain/templates/prompt/understand.ts'
import {
  type GeneratorFailure,
  isGeneratorFailure,
  type MadeTemplate,
  type TemplateEditRequest,
} from '../../../ports/template-generator.ts'
import { missed } from '../checks/missed.ts'
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
): string | undefined => tried.faults[0]?.detail ?? missed(edits, before.places, tried.places, size)

/** Edits by the part of the prompt that asks for them: they are done together or not at all. */
const byPart = (edits: readonly TemplateEdit[]): readonly (readonly TemplateEdit[])[] =>
  Map.groupBy(edits, ({ said }) => said)
    .values()
    .toArray()

/**
 * Carries out the parts of a prompt one after the other, and leaves out those after which the template does not pass the checks or that did not do what they
 * say. Where a part leaves a choice, as "bigger" does, it is tried with less of it, and then with more room for it: that is the repair round of edits.
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
    const softer = softened(part).map(less => ({ edits: less }))
    for (const { edits: tries, note } of [{ edits: part }, ...softer, ...withRoom(part)] as readonly Variant[]) {
      const tried = await attempt(best.html, tries)
      if (isGeneratorFailure(tried)) return tried
      const isRefused = tried.warnings.some(warning => warning.startsWith('Not done'))
      const reason = whyNot(tried, best, tries, size)
      if (isRefused && note !== undefined) continue
      if (reason === undefined) {
        best = { ...tried, warnings: [...best.warnings, ...tried.warnings, ...(note === undefined ? [] : [note])] }
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

const sameAsBefore = 'There is no further variant of this prompt, so the result is one that you have seen.'
/** The most variants that are tried for one that is new. */
const mostVariants = 8

/** The result of a prompt in a take: for a retry the first variant that was not given yet and does all that the prompt did. */
const inTake = async (
  edits: readonly TemplateEdit[],
  { take, given = [] }: Pick<TemplateEditRequest, 'take' | 'given'>,
  carriedOut: (edits: readonly TemplateEdit[]) => Promise<Tried | GeneratorFailure>,
): Promise<{ readonly done: Tried; readonly note?: string } | GeneratorFailure> => {
  const first = await carriedOut(edits)
  if (isGeneratorFailure(first)) return first
  if (take === 0) return { done: first }
  const lacks = ({ warnings }: Tried) => warnings.filter(warning => warning.startsWith('Not done')).length
  for (const { edits: varied, note } of variants(edits, take).slice(0, mostVariants)) {
    const done = await carriedOut(varied)
    if (isGeneratorFailure(done)) return done
    const isNew = done.html !== first.html && !given.includes(sha256(done.html))
    if (isNew && lacks(done) <= lacks(first)) return { done, ...(note === undefined ? {} : { note }) }
  }
  return { done: first, note: sameAsBefore }
}

/** Whether a clean template was composed by the rules of the domain, which write its family into its body. */
const isComposed = (html: string): boolean => html.includes(' data-family="')

const removedOf = ({ findings }: ReadTemplate): readonly string[] =>
  findings.filter(({ code }) => code === 'removed').map(({ detail }) => detail)

/**
 * Edits a template by a prompt (TEMPLATE-21). What is not understood, not possible, does not do what it says, or does not pass the checks is a warning in the
 * prompt's own words, and changes nothing.
 */
export const editBuiltIn =
  (means: BuiltInMeans) =>
  async (asked: TemplateEditRequest, signal: AbortSignal): Promise<MadeTemplate | GeneratorFailure> => {
    const { brief, html, size, prompt, earlier } = asked
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
    const from = before.html
    const { edited } = tryOut(means, { brief, size, isDesign: !isComposed(from) }, expected, signal)
    const attempt: Attempt = (html, edits) => edited(html, edits, clean?.html)
    const none = await attempt(from, [])
    if (isGeneratorFailure(none)) return none
    const carriedOut = async (edits: readonly TemplateEdit[]): Promise<Tried | GeneratorFailure> => {
      const together = edits.length === 0 ? none : await attempt(from, edits)
      if (isGeneratorFailure(together) || whyNot(together, none, edits, size) === undefined) return together
      // the template itself does not pass, whatever is asked for
      return none.faults.length > 0 ? unchecked(none.faults) : singly(attempt, none, edits, size)
    }
    const made = await inTake(understood.edits, asked, carriedOut)
    if (isGeneratorFailure(made)) return made
    const { done, note } = made
    const help = helpFor(understood)
    const notes = [...understood.unknown.map(said => `${help.notUnderstood}: ${quoted(said, 400)}.`), help.known, note]
    return {
      html: done.html,
      warnings: [...new Set([...removedOf(before), ...done.warnings, ...notes.filter(text => text !== undefined)])],
    }
  }
