import type { BrandProfile } from '../domain/templates/brand.ts'
import type { FontFile } from '../domain/templates/font-files.ts'
import { builtIn, type Provenance } from '../domain/templates/provenance.ts'
import type { TemplateSize } from '../domain/templates/size.ts'

export type { TemplateSize } from '../domain/templates/size.ts'

/** What templates are made from. Pictures are named by their path in the asset library of the account. */
export type TemplateBrief = {
  /** Whose templates they are: accounts take turns, and the library is theirs. */
  readonly accountId: string
  readonly brand: BrandProfile
  readonly retailerName: string
  readonly inventoryType: string
  readonly logoPath?: string
  /** Paths of the pictures of the layout, by the SHA-256 of their blob. */
  readonly picturePaths: Readonly<Record<string, string>>
  /** Files of the library that are fonts of the brand. */
  readonly fontFiles?: readonly FontFile[]
}

/** A template that passed the checks: HTML with Mustache placeholders for columns of products. `warnings` are for people. */
export type MadeTemplate = { readonly html: string; readonly warnings: readonly string[] }

/**
 * Why there is no template; `detail` is for people. `unavailable`: a part of the service, or the model, is away. `refused`: the model or a
 * limit refused the request. `unreadable`: the model's answer. `over-budget`: it would need more tokens or requests than it may.
 * `unchecked`: the template does not pass the checks. `ended`: the signal was aborted.
 */
export type GeneratorFailure = {
  readonly code: 'unavailable' | 'refused' | 'unreadable' | 'timeout' | 'over-budget' | 'unchecked' | 'ended'
  readonly detail: string
  readonly transient: boolean
}
export const isGeneratorFailure = <A extends object>(u: A | GeneratorFailure): u is GeneratorFailure => 'transient' in u

export type TemplateEditRequest = {
  readonly brief: TemplateBrief
  readonly html: string
  readonly size: TemplateSize
  readonly prompt: string
  /** 0 for a prompt, then 1, 2, … for its retries, each of which gives another result where there is a choice. */
  readonly take: number
  /** The version before the last edit, which an undo goes back to, and the prompts that led to the present one, the oldest first. */
  readonly earlier?: { readonly html?: string; readonly prompts: readonly string[] }
  /** The HTML of the versions that the prompt and its retries have given, by SHA-256. */
  readonly given?: readonly string[]
}

/** Makes and edits templates (TEMPLATE-7, TEMPLATE-8). Nothing throws. */
export type TemplateGenerator = {
  /** For people and events: `built-in`, or the name of a model. */
  readonly name: string
  /** The host of the model; absent: `built-in`. */
  readonly provider?: string
  compose(brief: TemplateBrief, size: TemplateSize, signal: AbortSignal): Promise<MadeTemplate | GeneratorFailure>
  edit(request: TemplateEditRequest, signal: AbortSignal): Promise<MadeTemplate | GeneratorFailure>
}

/** Who makes a template now, as versions record it. */
export const provenanceOf = (
  { name, provider }: Pick<TemplateGenerator, 'name' | 'provider'>,
  at: string,
): Provenance => (provider === undefined ? { provider: builtIn, at } : { provider, model: name, at })
