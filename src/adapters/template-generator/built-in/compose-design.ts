import { assetUrlPath } from '../../../domain/assets/library-address.ts'
import { type DesignLayout, designLayouts } from '../../../domain/templates/brand.ts'
import { expectedColumns } from '../../../domain/templates/columns.ts'
import { plainText } from '../../../domain/templates/compose/texts.ts'
import { composeLayout } from '../../../domain/templates/design/compose-layout.ts'
import { isNearShape } from '../../../domain/templates/shape.ts'
import type { TemplateSize } from '../../../domain/templates/size.ts'
import {
  type GeneratorFailure,
  isGeneratorFailure,
  type MadeTemplate,
  type TemplateBrief,
} from '../../../ports/template-generator.ts'
import type { BuiltInMeans, ComposeDesign } from './means.ts'
import { tryOut } from './try-out.ts'

/** The size of a design that is nearest to a size, if one has nearly its shape. */
const nearestLayout = (layouts: readonly DesignLayout[], size: TemplateSize): DesignLayout | undefined => {
  const away = ({ width, height }: DesignLayout): number =>
    Math.abs(Math.log(width / size.width)) + Math.abs(Math.log(height / size.height))
  return layouts.filter(layout => isNearShape(layout, size)).sort((a, b) => away(a) - away(b))[0]
}

/** The address of a picture in the account's library; undefined: it is not there. */
export const addressOf = (
  { brand: { logo }, accountId, logoPath, picturePaths }: TemplateBrief,
  blob: string,
): string | undefined => {
  const path = picturePaths[blob] ?? (blob === logo?.blob ? logoPath : undefined)
  return path === undefined ? undefined : assetUrlPath(accountId, path)
}

/** The pictures of a design are files of the account's library (TEMPLATE-32). */
export const composeDesign: ComposeDesign = (brief, size) => {
  const { brand, retailerName } = brief
  const { logo } = brand
  const layout = nearestLayout(designLayouts(brand), size)
  if (layout === undefined) return undefined
  return composeLayout(
    {
      layout,
      brandName: plainText(brand.name) || plainText(retailerName),
      logo: logo?.blob,
      addressOf: ({ blob }) => addressOf(brief, blob),
    },
    size,
  )
}

/**
 * The design of a brief as a template that passes the checks; its texts get the nearest color that can be read. Else the reason in words, or undefined
 * where there is no design for the size.
 */
export const fromDesign = async (
  means: BuiltInMeans,
  brief: TemplateBrief,
  size: TemplateSize,
  signal: AbortSignal,
): Promise<MadeTemplate | GeneratorFailure | string | undefined> => {
  const composed = means.composeDesign?.(brief, size)
  if (composed === undefined) return undefined
  if ('missing' in composed)
    return `The layout of the design was not used: it has no place for ${composed.missing.join(', ')}.`
  const tried = await tryOut(means, { brief, size, isDesign: true }, expectedColumns, signal).readable({
    ...composed,
    warnings: [],
  })
  if (isGeneratorFailure(tried)) return tried
  const [fault] = tried.faults
  return fault === undefined
    ? { html: tried.html, warnings: tried.warnings }
    : `The layout of the design was not used: ${fault.detail}`
}
