import type { BrandImage, BrandProfile } from '../../../domain/templates/brand.ts'
import type { PictureLook } from '../../../domain/templates/compose/family.ts'
import type { ComposedLayout } from '../../../domain/templates/design/compose-layout.ts'
import type { TemplateBrief, TemplateSize } from '../../../ports/template-generator.ts'
import type { Checks } from '../checks/open-checks.ts'
import type { TemplateThreads } from '../open-threads.ts'
import type { SeenBackdrop } from './backdrops.ts'

/** The design that a brief holds as a template of a size; undefined: there is none, or it has another shape. */
export type ComposeDesign = (brief: TemplateBrief, size: TemplateSize) => ComposedLayout | undefined

/** What both parts of the generator use. */
export type BuiltInMeans = {
  readonly threads: TemplateThreads
  readonly checks: Checks
  /** Makes templates of designs; without it designs are not used. */
  readonly composeDesign?: ComposeDesign | undefined
  /** Looks at the brand's pictures; without it a brand has none. Rejects when the store is away. */
  readonly lookOf?: ((brand: BrandProfile) => Promise<PictureLook | undefined>) | undefined
  /** Looks at the picture behind a design; without it such pictures stay in their own size. Rejects when the store is away. */
  readonly backdropOf?: ((image: BrandImage) => Promise<SeenBackdrop | undefined>) | undefined
}
