import { backdrops } from '../../../src/adapters/template-generator/built-in/backdrops.ts'
import { composeDesign } from '../../../src/adapters/template-generator/built-in/compose-design.ts'
import { openBuiltIn } from '../../../src/adapters/template-generator/built-in/open-built-in.ts'
import { type Checks, openChecks } from '../../../src/adapters/template-generator/checks/open-checks.ts'
import { picturesOf } from '../../../src/adapters/template-generator/checks/pictures.ts'
import { openThreads, type TemplateThreads } from '../../../src/adapters/template-generator/open-threads.ts'
import type { BrandProfile } from '../../../src/domain/templates/brand.ts'
import { shownPictures } from '../../../src/domain/templates/brand.ts'
import { filledWith } from '../../../src/domain/templates/numbered.ts'
import { samples } from '../../../src/domain/templates/samples.ts'
import type { BrandReading } from '../../../src/ports/brand-reader.ts'
import type { Logger } from '../../../src/ports/logger.ts'
import type { Renderer, RenderJob } from '../../../src/ports/renderer.ts'
import {
  type GeneratorFailure,
  isGeneratorFailure,
  type MadeTemplate,
  type TemplateBrief,
  type TemplateGenerator,
  type TemplateSize,
} from '../../../src/ports/template-generator.ts'
import { type Brands, brandIn, openBrands, sourceOf } from '../brands/brands.ts'
import { job, noLog, rendererFor } from '../rendering/rendering.ts'
import { brief } from './brands.ts'

export type Generating = {
  readonly renderer: Renderer
  readonly threads: TemplateThreads
  readonly checks: Checks
  readonly builtIn: TemplateGenerator
  close(): Promise<void>
}

/** The checks and the built-in generator over a renderer of their own. */
export const generating = async (logger: Logger = noLog): Promise<Generating> => {
  const renderer = await rendererFor()
  const threads = openThreads(logger)
  // a logo of one color, which is the name of its blob
  const blobs = {
    read: async (blob: string) =>
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="20"><path fill="#${blob.slice(0, 6)}" d="M5 5h50v10H5z"/></svg>`,
      ),
  }
  const checks = openChecks({ threads, renderer, blobs, logger })
  return {
    renderer,
    threads,
    checks,
    builtIn: openBuiltIn({ threads, checks, composeDesign }),
    async close() {
      await threads.close()
      await renderer.close()
    },
  }
}

/** The built-in generator over designs that are read from PSDs, and their pictures. */
export type Designing = {
  readonly brands: Brands
  readonly renderer: Renderer
  readonly generator: TemplateGenerator
  /** The brand of a PSD. */
  read(psd: Uint8Array): Promise<BrandReading>
  /** A brief of a brand whose pictures are in the library. */
  briefOf(profile: BrandProfile): TemplateBrief
  /** A template with a usual product, to be drawn or measured. */
  shown(brief: TemplateBrief, html: string, size: TemplateSize): RenderJob
  close(): Promise<void>
}

export const designing = async (): Promise<Designing> => {
  const brands = await openBrands()
  const { threads, renderer, close } = await generating()
  const { blobs } = brands
  const checks = openChecks({ threads, renderer, blobs, logger: noLog })
  return {
    brands,
    renderer,
    generator: openBuiltIn({ threads, checks, composeDesign, backdropOf: backdrops(blobs) }),
    read: async psd => brandIn(brands, await sourceOf(brands, 'psd', Buffer.from(psd))),
    briefOf(profile) {
      const images = shownPictures(profile).map(({ blob }) => blob)
      return brief({
        brand: profile,
        picturePaths: Object.fromEntries(images.map((blob, n) => [blob, `designs/${n}.png`])),
      })
    },
    shown(of, html, size) {
      const [sample] = filledWith(html, samples)
      return job({ html: sample!.html, ...size, resource: picturesOf(of, blobs) })
    },
    async close() {
      await close()
      await brands.close()
    },
  }
}

export const going = (): AbortSignal => new AbortController().signal

export const made = (result: MadeTemplate | GeneratorFailure): MadeTemplate => {
  if (isGeneratorFailure(result)) throw new Error(`${result.code}: ${result.detail}`)
  return result
}
export const failed = (result: MadeTemplate | GeneratorFailure): GeneratorFailure => {
  if (!isGeneratorFailure(result)) throw new Error('a template was made')
  return result
}
