import { assetUrlPath } from '../../../domain/assets/library-address.ts'
import { expectedColumns } from '../../../domain/templates/columns.ts'
import type { ComposeBrief } from '../../../domain/templates/compose/compose.ts'
import type { TemplateSize } from '../../../domain/templates/size.ts'
import {
  type GeneratorFailure,
  isGeneratorFailure,
  type MadeTemplate,
  type TemplateBrief,
} from '../../../ports/template-generator.ts'
import { faultsOf } from '../checks/open-checks.ts'
import { unchecked } from '../failure.ts'
import { fromDesign } from './compose-design.ts'
import type { BuiltInMeans } from './means.ts'

const composeBriefOf = ({ brand, retailerName, accountId, logoPath }: TemplateBrief): ComposeBrief => ({
  brand,
  retailerName,
  logo: logoPath === undefined ? undefined : assetUrlPath(accountId, logoPath),
})

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
    const designed = await fromDesign(means, brief, size, signal)
    if (typeof designed === 'object') return designed
    const made = await byRules(means, brief, size, signal)
    if (isGeneratorFailure(made) || designed === undefined) return made
    return { ...made, warnings: [designed, ...made.warnings] }
  }
