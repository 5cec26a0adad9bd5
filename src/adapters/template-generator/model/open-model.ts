import { sha256 } from '../../../domain/shared/digest.ts'
import { clickColumn, expectedColumns } from '../../../domain/templates/columns.ts'
import type { PartPlaces } from '../../../domain/templates/edit/part-places.ts'
import { finding } from '../../../domain/templates/finding.ts'
import type { TemplateEdit } from '../../../domain/templates/prompt/template-edit.ts'
import { aboutAfter, understand } from '../../../domain/templates/prompt/understand.ts'
import type { TemplateSize } from '../../../domain/templates/size.ts'
import type { Fetcher } from '../../../ports/fetcher.ts'
import type { PageContent } from '../../../ports/renderer.ts'
import {
  type GeneratorFailure,
  isGeneratorFailure,
  type MadeTemplate,
  type TemplateBrief,
  type TemplateEditRequest,
  type TemplateGenerator,
} from '../../../ports/template-generator.ts'
import { missed, placesIn } from '../checks/missed.ts'
import { type Checked, type Checks, faultsOf } from '../checks/open-checks.ts'
import { failure, unchecked, unlessEnded } from '../failure.ts'
import { budgetOf, type ChatOptions, type Message, openChat } from './chat.ts'
import { composeMessages, editMessages, repairMessages } from './instructions.ts'
import type { ModelSettings } from './settings.ts'

export type ModelOptions = {
  readonly settings: ModelSettings
  /** A fetcher of its own, which may reach `hostOf(settings.url)`. */
  readonly fetcher: Pick<Fetcher, 'fetchBytes'>
  readonly checks: Checks
}

/** Bytes of a template that a model is shown; a larger one would use up its context. */
const mostShown = 256 * 1024
/** Columns that stay, whatever a prompt asks for. */
const lasting: readonly string[] = ['productName', clickColumn]

type Wanted = {
  readonly brief: TemplateBrief
  readonly size: TemplateSize
  /** Of an edit: the template before has the layout of a designer. */
  readonly isDesign?: boolean
  readonly expected: readonly string[]
  readonly messages: readonly Message[]
  readonly options: ChatOptions
  /** Of an edit: what a template that passes the checks does not do. */
  readonly missing?: (html: string, places: PartPlaces) => string | undefined
  /** Of an edit: the template that stays when what was asked for cannot be done. */
  readonly kept?: string
}

/** What the prompt asks for, as far as the grammar of the built-in generator understands all of it; a model may understand more. */
const understoodEdits = ({ prompt, brief, earlier }: TemplateEditRequest): readonly TemplateEdit[] => {
  const { edits, unknown } = understand(prompt, {
    about: aboutAfter(earlier?.prompts ?? []),
    brandColors: role => brief.brand.colors.find(color => color.role === role)?.hex,
  })
  return unknown.length > 0 ? [] : edits
}
const isUndo = (edits: readonly TemplateEdit[]): boolean =>
  edits.length > 0 && edits.every(edit => edit.kind === 'undo' && edit.target === 'all')

const madeOf = (checked: Checked, notes: readonly string[]): MadeTemplate | GeneratorFailure => {
  const faults = faultsOf(checked)
  if (checked.html === undefined || faults.length > 0) return unchecked(faults)
  return { html: checked.html, warnings: [...notes, ...checked.findings.map(({ detail }) => detail)] }
}

/**
 * A generator that asks a language model over an OpenAI-compatible API (ADR 0064). What it answers passes the same checks as all
 * templates, and an edit must have done what it says; what they find goes back to the model once. What is only unsafe the second time is removed, with a warning.
 */
export const openModel = ({ settings, fetcher, checks }: ModelOptions): TemplateGenerator => {
  const chat = openChat(settings, fetcher)

  /** Checks an answer; a template that passes must also do what was asked for. */
  const judged = async (
    { brief, size, isDesign = false, expected, missing }: Wanted,
    html: string,
    signal: AbortSignal,
  ): Promise<Checked | GeneratorFailure> => {
    let places: PartPlaces = {}
    const seen = (content: PageContent) => {
      places = placesIn(content)
    }
    const checked = await checks({ brief, html, size, isDesign, expected, seen }, signal)
    if (isGeneratorFailure(checked) || checked.html === undefined || faultsOf(checked).length > 0) return checked
    const why = missing?.(checked.html, places)
    return why === undefined ? checked : { ...checked, findings: [...checked.findings, finding('not-done', why)] }
  }
  /** What a template that is only not what was asked for leaves: the one before. */
  const orKept = ({ kept }: Wanted, checked: Checked, notes: readonly string[]): MadeTemplate | GeneratorFailure => {
    const faults = faultsOf(checked)
    const isOnlyNotDone = faults.length > 0 && faults.every(({ code }) => code === 'not-done')
    return kept !== undefined && isOnlyNotDone
      ? { html: kept, warnings: faults.map(({ detail }) => detail) }
      : madeOf(checked, notes)
  }

  const made = async (wanted: Wanted, signal: AbortSignal): Promise<MadeTemplate | GeneratorFailure> => {
    const { messages, options } = wanted
    const budget = budgetOf(settings)
    const first = await chat(messages, budget, options, signal)
    if (isGeneratorFailure(first)) return first
    const checked = await judged(wanted, first.html, signal)
    if (isGeneratorFailure(checked)) return checked
    if (checked.findings.length === 0) return madeOf(checked, first.notes)
    const again = await chat(repairMessages(messages, first.html, checked.findings), budget, options, signal)
    // an answer that is safe without what was removed is good enough when there is no second one
    if (isGeneratorFailure(again)) {
      if (again.code === 'ended') return again
      const instead = orKept(wanted, checked, first.notes)
      return isGeneratorFailure(instead) ? again : instead
    }
    const repaired = await judged(wanted, again.html, signal)
    if (isGeneratorFailure(repaired)) return repaired
    const isWorse = faultsOf(repaired).length > 0 && faultsOf(checked).every(({ code }) => code === 'not-done')
    return isWorse ? orKept(wanted, checked, first.notes) : orKept(wanted, repaired, again.notes)
  }
  return {
    name: settings.model,
    compose: (brief, size, signal) => {
      const messages = composeMessages(brief, size)
      const wanted = { brief, size, expected: expectedColumns, messages, options: { temperature: 0.4, seed: 0 } }
      return unlessEnded(signal, made(wanted, signal))
    },
    async edit(request, signal) {
      const { brief, html, size, take, earlier, given = [] } = request
      const tooMuch = (text: string): boolean => Buffer.byteLength(text) > mostShown
      if (tooMuch(html))
        return failure(
          'over-budget',
          `The template has more than ${mostShown / 1024} KiB, which is too much for a model.`,
        )
      // what the model is shown is clean, so that nothing unsafe comes back as if it had been asked for
      const measured = async (text: string) => {
        let places: PartPlaces = {}
        const seen = (content: PageContent) => {
          places = placesIn(content)
        }
        const strict = await checks({ brief, html: text, size, expected: [], seen }, signal)
        if (isGeneratorFailure(strict)) return strict
        const isDesign = faultsOf(strict).length > 0
        const checked = isDesign ? await checks({ brief, html: text, size, isDesign, expected: [] }, signal) : strict
        return isGeneratorFailure(checked) ? checked : { ...checked, isDesign, places }
      }
      const before = await measured(html)
      if (isGeneratorFailure(before)) return before
      if (before.html === undefined) return unchecked(faultsOf(before))
      const edits = understoodEdits(request)
      const last = earlier?.html === undefined ? undefined : await measured(earlier.html)
      if (last !== undefined && isGeneratorFailure(last)) return last
      // an undo is exact, which no model is
      if (isUndo(edits) && last !== undefined) return madeOf(last, [])
      const shown = last?.html !== undefined && !tooMuch(last.html) ? last.html : undefined
      const messages = editMessages({ ...request, html: before.html }, shown)
      const expected = lasting.filter(column => before.columns.includes(column))
      const options = { temperature: Math.min(1, 0.2 + 0.2 * take), seed: take }
      const missing = (made: string, places: PartPlaces): string | undefined =>
        given.includes(sha256(made))
          ? 'Not done: another variant, because this one was given before.'
          : edits.length > 0
            ? missed(edits, before.places, places, size)
            : undefined
      const { isDesign } = before
      const wanted = { brief, size, isDesign, expected, messages, options, missing, kept: before.html }
      return unlessEnded(signal, made(wanted, signal))
    },
  }
}
