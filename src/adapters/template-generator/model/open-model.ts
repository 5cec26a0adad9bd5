import { clickColumn, expectedColumns } from '../../../domain/templates/columns.ts'
import type { TemplateSize } from '../../../domain/templates/size.ts'
import type { Fetcher } from '../../../ports/fetcher.ts'
import {
  type GeneratorFailure,
  isGeneratorFailure,
  type MadeTemplate,
  type TemplateBrief,
  type TemplateGenerator,
} from '../../../ports/template-generator.ts'
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
  readonly expected: readonly string[]
  readonly messages: readonly Message[]
  readonly options: ChatOptions
}

const madeOf = (checked: Checked, notes: readonly string[]): MadeTemplate | GeneratorFailure => {
  const faults = faultsOf(checked)
  if (checked.html === undefined || faults.length > 0) return unchecked(faults)
  return { html: checked.html, warnings: [...notes, ...checked.findings.map(({ detail }) => detail)] }
}

/**
 * A generator that asks a language model over an OpenAI-compatible API (ADR 0064). What it answers passes the same checks as all
 * templates; what they find goes back to the model once. What is only unsafe the second time is removed, with a warning.
 */
export const openModel = ({ settings, fetcher, checks }: ModelOptions): TemplateGenerator => {
  const chat = openChat(settings, fetcher)

  const made = async (
    { brief, size, expected, messages, options }: Wanted,
    signal: AbortSignal,
  ): Promise<MadeTemplate | GeneratorFailure> => {
    const budget = budgetOf(settings)
    const first = await chat(messages, budget, options, signal)
    if (isGeneratorFailure(first)) return first
    const checked = await checks({ brief, html: first.html, size, expected }, signal)
    if (isGeneratorFailure(checked)) return checked
    if (checked.findings.length === 0) return madeOf(checked, first.notes)
    const again = await chat(repairMessages(messages, first.html, checked.findings), budget, options, signal)
    // an answer that is safe without what was removed is good enough when there is no second one
    if (isGeneratorFailure(again))
      return again.code === 'ended' || faultsOf(checked).length > 0 ? again : madeOf(checked, first.notes)
    const repaired = await checks({ brief, html: again.html, size, expected }, signal)
    return isGeneratorFailure(repaired) ? repaired : madeOf(repaired, again.notes)
  }
  return {
    name: settings.model,
    compose: (brief, size, signal) => {
      const messages = composeMessages(brief, size)
      const wanted = { brief, size, expected: expectedColumns, messages, options: { temperature: 0.4, seed: 0 } }
      return unlessEnded(signal, made(wanted, signal))
    },
    async edit(request, signal) {
      const { brief, html, size, take } = request
      if (Buffer.byteLength(html) > mostShown)
        return failure(
          'over-budget',
          `The template has more than ${mostShown / 1024} KiB, which is too much for a model.`,
        )
      // what the model is shown is clean, so that nothing unsafe comes back as if it had been asked for
      const before = await checks({ brief, html, size, expected: [] }, signal)
      if (isGeneratorFailure(before)) return before
      if (before.html === undefined) return unchecked(faultsOf(before))
      const messages = editMessages({ ...request, html: before.html })
      const expected = lasting.filter(column => before.columns.includes(column))
      const options = { temperature: Math.min(1, 0.2 + 0.2 * take), seed: take }
      return unlessEnded(signal, made({ brief, size, expected, messages, options }, signal))
    },
  }
}
