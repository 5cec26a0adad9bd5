import type { BrandProfile } from '../domain/templates/brand.ts'

/** Pixels. */
export type TemplateSize = { readonly width: number; readonly height: number }

/** What templates are made from. Pictures are named by their path in the asset library of the account. */
export type TemplateBrief = {
  readonly brand: BrandProfile
  readonly retailerName: string
  readonly inventoryType: string
  readonly logoPath?: string
  /** Paths of the pictures of the layout, by the SHA-256 of their blob. */
  readonly picturePaths: Readonly<Record<string, string>>
}

/** A template that passed the checks: HTML with Mustache placeholders for columns of products. `warnings` are for people. */
export type MadeTemplate = { readonly html: string; readonly warnings: readonly string[] }

export type GeneratorFailure = {
  readonly code: 'unavailable' | 'refused' | 'unreadable' | 'timeout' | 'over-budget' | 'unchecked' | 'ended'
  readonly detail: string
  readonly transient: boolean
}
export const isGeneratorFailure = (u: MadeTemplate | GeneratorFailure): u is GeneratorFailure => 'transient' in u

/** Makes and edits templates (TEMPLATE-7, TEMPLATE-8). Nothing throws. */
export type TemplateGenerator = {
  /** For people and events: `built-in`, or the name of a model. */
  readonly name: string
  compose(brief: TemplateBrief, size: TemplateSize, signal: AbortSignal): Promise<MadeTemplate | GeneratorFailure>
  /** `take`: 0 for a prompt, then 1, 2, … for its retries, each of which gives another result where there is a choice. */
  edit(
    edit: {
      readonly brief: TemplateBrief
      readonly html: string
      readonly size: TemplateSize
      readonly prompt: string
      readonly take: number
    },
    signal: AbortSignal,
  ): Promise<MadeTemplate | GeneratorFailure>
}
