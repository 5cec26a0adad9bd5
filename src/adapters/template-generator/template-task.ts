import type { CleanHtml } from '../../domain/templates/clean/clean-html.ts'
import type { ComposeBrief, ComposedTemplate } from '../../domain/templates/compose/compose.ts'
import type { Edited } from '../../domain/templates/edit/edit-template.ts'
import type { UnreadableText } from '../../domain/templates/edit/recolor.ts'
import type { FilledSample } from '../../domain/templates/numbered.ts'
import type { TemplateEdit } from '../../domain/templates/prompt/template-edit.ts'
import type { TemplateSize } from '../../domain/templates/size.ts'

/** What the threads do: all that reads HTML of customers and models. Templates are clean, but for those that are read. */
export type TemplateTasks = {
  readonly compose: { readonly brief: ComposeBrief; readonly size: TemplateSize }
  /** `expected`: columns that it must name. */
  readonly read: { readonly html: string; readonly expected: readonly string[] }
  readonly edit: {
    readonly html: string
    readonly edits: readonly TemplateEdit[]
    /** What an undo goes back to. */
    readonly earlier?: string | undefined
  }
  readonly recolor: { readonly html: string; readonly texts: readonly UnreadableText[] }
}
export type TemplateTask = {
  readonly [K in keyof TemplateTasks]: TemplateTasks[K] & { readonly do: K }
}[keyof TemplateTasks]

/** A clean template, filled with the samples, and the columns it names. */
export type ReadTemplate = CleanHtml & {
  readonly samples: readonly FilledSample[]
  readonly columns: readonly string[]
}

export type TemplateAnswers = {
  readonly compose: ComposedTemplate
  readonly read: ReadTemplate
  readonly edit: Edited
  readonly recolor: Edited
}
export type TemplateOutcome = TemplateAnswers[keyof TemplateAnswers] | { readonly broken: string }
