import { assetUrlPath } from '../../../domain/assets/library-address.ts'
import { type DesignLayout, designLayouts } from '../../../domain/templates/brand.ts'
import { expectedColumns } from '../../../domain/templates/columns.ts'
import type { ComposeBrief, Repair } from '../../../domain/templates/compose/compose.ts'
import { brandLook, type Look } from '../../../domain/templates/compose/look.ts'
import { type Droppable, droppable } from '../../../domain/templates/compose/parts.ts'
import { type Backdrop, backdropOf, designLook, nearestInRatio } from '../../../domain/templates/design/design-look.ts'
import type { Finding } from '../../../domain/templates/finding.ts'
import type { TemplateSize } from '../../../domain/templates/size.ts'
import {
  type GeneratorFailure,
  isGeneratorFailure,
  type MadeTemplate,
  type TemplateBrief,
} from '../../../ports/template-generator.ts'
import { failure, unchecked } from '../failure.ts'
import { addressOf, fromDesign } from './compose-design.ts'
import type { BuiltInMeans } from './means.ts'
import { type Tried, tryOut } from './try-out.ts'

/** The address of the logo of a look; undefined: a name is written. */
const logoIn = (brief: TemplateBrief, { logo }: Look): string | undefined => {
  if (logo !== undefined) return logo.blob === undefined ? undefined : addressOf(brief, logo.blob)
  return brief.logoPath === undefined ? undefined : assetUrlPath(brief.accountId, brief.logoPath)
}
const composeBriefOf = (brief: TemplateBrief, look: Look): ComposeBrief => ({
  brand: brief.brand,
  retailerName: brief.retailerName,
  logo: logoIn(brief, look),
  look,
})

/** What is behind a design. */
const backdropIn = async (
  means: BuiltInMeans,
  brief: TemplateBrief,
  design: DesignLayout,
): Promise<Backdrop | undefined> => {
  const image = backdropOf(design, brief.brand.logo?.blob)?.image
  const seen = image && (await means.backdropOf?.(image))
  return seen && { color: seen.color, address: seen.isGradient ? addressOf(brief, image.blob) : undefined }
}

/**
 * The looks that a size may have, the best first: that of the design nearest in ratio, then that of the brand. A store that is away is a failure that may
 * pass: the brand gets the same look afterwards.
 */
const looksOf = async (
  means: BuiltInMeans,
  brief: TemplateBrief,
  size: TemplateSize,
): Promise<readonly [Look, ...Look[]] | GeneratorFailure> => {
  const { brand } = brief
  try {
    const usual = brandLook(brand, await means.lookOf?.(brand))
    const design = nearestInRatio(designLayouts(brand), size)
    if (design === undefined) return [usual]
    return [designLook(design, { brand, usual, backdrop: await backdropIn(means, brief, design) }), usual]
  } catch {
    return failure('unavailable', 'The pictures of the brand could not be read now.')
  }
}

type Way = { readonly brief: ComposeBrief; readonly warnings: readonly string[] }
/**
 * The ways to compose a template, the best first: a logo may have the color of the brand's background, as it is on other pages, and is then shown on
 * a plate where the ad has a strong color, on the other background, or left out.
 */
const waysOf = (brief: ComposeBrief): readonly Way[] => [
  { brief, warnings: [] },
  ...(brief.logo === undefined
    ? []
    : [
        ...(brief.look?.family === 'color-block' ? [{ brief: { ...brief, isPlated: true }, warnings: [] }] : []),
        { brief: { ...brief, scheme: 'dark' as const }, warnings: [] },
        { brief: { ...brief, scheme: 'light' as const }, warnings: [] },
        {
          brief: { ...brief, logo: undefined },
          warnings: ['The logo cannot be seen on a light or a dark background, so the name is written instead.'],
        },
      ]),
]

const isDroppable = (part: string | undefined): part is Droppable => droppable.some(one => one === part)
/** How much smaller letters are in the repair. */
const tightened = 0.84
/**
 * The repair of a template that did not pass the checks: smaller letters, without the parts that did not fit. What is left out where none of those is at
 * fault is the least important part.
 */
const repairOf = (faults: readonly Finding[]): Repair => {
  const atFault = [...new Set(faults.map(({ part }) => part))].filter(isDroppable)
  return { tightened, leftOut: atFault.length > 0 ? atFault : ['was'] }
}
/** The last way: only what an ad cannot go without. */
const barest: Repair = { tightened: 0.72, leftOut: ['legal', 'was', 'badge', 'headline'] }

/** A template of one look, by the first way whose logo can be seen. */
const inLook = async (
  means: BuiltInMeans,
  { brief, size, look }: { readonly brief: TemplateBrief; readonly size: TemplateSize; readonly look: Look },
  signal: AbortSignal,
): Promise<MadeTemplate | GeneratorFailure> => {
  const { readable } = tryOut(means, { brief, size }, expectedColumns, signal)
  const attempt = async (way: ComposeBrief): Promise<Tried | GeneratorFailure> => {
    const composed = await means.threads.run(brief.accountId, 'compose', { brief: way, size }, signal)
    return isGeneratorFailure(composed) ? composed : readable(composed)
  }
  /** One way, and its repairs. */
  const repaired = async (way: ComposeBrief): Promise<Tried | GeneratorFailure> => {
    const first = await attempt(way)
    const isDone = isGeneratorFailure(first) || first.faults.length === 0 || isUnseenLogo(first)
    if (isDone) return first
    const second = await attempt({ ...way, repair: repairOf(first.faults) })
    if (isGeneratorFailure(second) || second.faults.length === 0) return second
    return attempt({ ...way, repair: barest })
  }
  let last: MadeTemplate | GeneratorFailure = unchecked([])
  for (const { brief: way, warnings } of waysOf(composeBriefOf(brief, look))) {
    const tried = await repaired(way)
    if (isGeneratorFailure(tried)) return tried
    if (tried.faults.length === 0) return { html: tried.html, warnings: [...warnings, ...tried.warnings] }
    last = unchecked(tried.faults)
    if (!isUnseenLogo(tried)) return last
  }
  return last
}

const byRules = async (
  means: BuiltInMeans,
  brief: TemplateBrief,
  size: TemplateSize,
  signal: AbortSignal,
): Promise<MadeTemplate | GeneratorFailure> => {
  const looks = await looksOf(means, brief, size)
  if (isGeneratorFailure(looks)) return looks
  const [first, ...others] = looks
  const made = await inLook(means, { brief, size, look: first }, signal)
  const [usual] = others
  if (usual === undefined || !isGeneratorFailure(made) || made.code !== 'unchecked') return made
  const instead = await inLook(means, { brief, size, look: usual }, signal)
  if (isGeneratorFailure(instead)) return instead
  return { ...instead, warnings: [`The look of the design was not used: ${made.detail}`, ...instead.warnings] }
}
/** Whether all that is wrong with a template is that its logo cannot be seen. */
const isUnseenLogo = ({ faults }: Tried): boolean => faults.every(({ code }) => code === 'logo-unseen')

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
