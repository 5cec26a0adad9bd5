import { expectedColumns } from '../../../domain/templates/columns.ts'
import type { ComposeBrief } from '../../../domain/templates/compose/compose.ts'
import { libraryAddress } from '../../../domain/templates/library-address.ts'
import { isNearShape } from '../../../domain/templates/shape.ts'
import type { TemplateSize } from '../../../domain/templates/size.ts'
import {
  type GeneratorFailure,
  isGeneratorFailure,
  type MadeTemplate,
  type TemplateBrief,
} from '../../../ports/template-generator.ts'
import { type Checks, faultsOf } from '../checks/open-checks.ts'
import { unchecked } from '../failure.ts'
import type { TemplateThreads } from '../open-threads.ts'

/** The HTML of the design that a brief holds, in a size; undefined: it cannot be used for it. */
export type ComposeLayout = (brief: TemplateBrief, size: TemplateSize) => string | undefined

/** What both parts of the generator use. */
export type BuiltInMeans = {
  readonly threads: TemplateThreads
  readonly checks: Checks
  readonly composeLayout?: ComposeLayout | undefined
}

const composeBriefOf = ({ brand, retailerName, accountId, logoPath }: TemplateBrief): ComposeBrief => ({
  brand,
  retailerName,
  logo: logoPath === undefined ? undefined : libraryAddress(accountId, logoPath),
})

/** The design of the brief, where its shape is near the size and it passes the checks; else the reason in words. */
const fromLayout = async (
  { checks, composeLayout }: BuiltInMeans,
  brief: TemplateBrief,
  size: TemplateSize,
  signal: AbortSignal,
): Promise<MadeTemplate | GeneratorFailure | string | undefined> => {
  const { layout } = brief.brand
  if (layout === undefined || composeLayout === undefined || !isNearShape(layout, size)) return undefined
  const html = composeLayout(brief, size)
  if (html === undefined) return undefined
  const checked = await checks({ brief, html, size, expected: expectedColumns }, signal)
  if (isGeneratorFailure(checked)) return checked
  const [fault] = faultsOf(checked)
  if (checked.html !== undefined && fault === undefined)
    return { html: checked.html, warnings: checked.findings.map(({ detail }) => detail) }
  return `The layout of the design was not used: ${fault?.detail ?? 'it is not safe.'}`
}

/**
 * The ways to compose a template, the best first: a logo may have the color of the brand's background, as it is on other pages, and is then shown on
 * the other one, or left out.
 */
const waysOf = (
  brief: ComposeBrief,
): readonly { readonly brief: ComposeBrief; readonly warnings: readonly string[] }[] => [
  { brief, warnings: [] },
  ...(brief.logo === undefined
    ? []
    : [
        { brief: { ...brief, scheme: 'dark' as const }, warnings: [] },
        { brief: { ...brief, scheme: 'light' as const }, warnings: [] },
        {
          brief: { ...brief, logo: undefined },
          warnings: ['The logo cannot be seen on a light or a dark background, so the name is written instead.'],
        },
      ]),
]

const byRules = async (
  { threads, checks }: BuiltInMeans,
  brief: TemplateBrief,
  size: TemplateSize,
  signal: AbortSignal,
): Promise<MadeTemplate | GeneratorFailure> => {
  let last: MadeTemplate | GeneratorFailure = unchecked([])
  for (const { brief: way, warnings } of waysOf(composeBriefOf(brief))) {
    const composed = await threads.run(brief.accountId, 'compose', { brief: way, size }, signal)
    if (isGeneratorFailure(composed)) return composed
    const checked = await checks({ brief, html: composed.html, size, expected: expectedColumns }, signal)
    if (isGeneratorFailure(checked)) return checked
    const faults = faultsOf(checked)
    if (checked.html !== undefined && faults.length === 0)
      return { html: checked.html, warnings: [...warnings, ...checked.findings.map(({ detail }) => detail)] }
    last = unchecked(faults)
    if (!faults.every(({ code }) => code === 'logo-unseen')) return last
  }
  return last
}

/** Composes a template (TEMPLATE-20): the design's own layout where it can be used, else the rules of the domain. */
export const composeBuiltIn =
  (means: BuiltInMeans) =>
  async (brief: TemplateBrief, size: TemplateSize, signal: AbortSignal): Promise<MadeTemplate | GeneratorFailure> => {
    const designed = await fromLayout(means, brief, size, signal)
    if (typeof designed === 'object') return designed
    const made = await byRules(means, brief, size, signal)
    if (isGeneratorFailure(made) || designed === undefined) return made
    return { ...made, warnings: [designed, ...made.warnings] }
  }
