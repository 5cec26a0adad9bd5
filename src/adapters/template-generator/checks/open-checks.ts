import { type Finding, fewFindings, finding } from '../../../domain/templates/finding.ts'
import { withFontFaces } from '../../../domain/templates/font-files.ts'
import type { FilledSample } from '../../../domain/templates/numbered.ts'
import { samples } from '../../../domain/templates/samples.ts'
import type { TemplateSize } from '../../../domain/templates/size.ts'
import type { Blobs } from '../../../ports/blobs.ts'
import type { Logger } from '../../../ports/logger.ts'
import type { PageContent, Renderer } from '../../../ports/renderer.ts'
import { type GeneratorFailure, isGeneratorFailure, type TemplateBrief } from '../../../ports/template-generator.ts'
import { failure, unlessEnded } from '../failure.ts'
import type { TemplateThreads } from '../open-threads.ts'
import { seenOn } from './contrast.ts'
import { judge, lowContrast } from './judge.ts'
import { picturesOf } from './pictures.ts'

export type ToCheck = {
  readonly brief: TemplateBrief
  readonly html: string
  readonly size: TemplateSize
  /** Columns that it must name. */
  readonly expected: readonly string[]
  /** It has the layout of a designer, who decides how much room a price and the product's picture get. */
  readonly isDesign?: boolean
  /** Gets what the page of the usual product shows. */
  readonly seen?: (content: PageContent) => void
}
/** `html`: without what the sanitiser removed. A template without findings, or only such of code `removed`, has passed. */
export type Checked = {
  readonly html?: string
  readonly findings: readonly Finding[]
  readonly columns: readonly string[]
}
export type Checks = (given: ToCheck, signal: AbortSignal) => Promise<Checked | GeneratorFailure>

/** When animations that run once are over: what counts is what stays. */
const restMs = 10_000

export type ChecksOptions = {
  readonly threads: TemplateThreads
  readonly renderer: Pick<Renderer, 'render'>
  readonly blobs: Pick<Blobs, 'read'>
  readonly logger: Logger
}

/**
 * The checks that every template passes before anybody gets it (TEMPLATE-19): the sanitiser and the placeholders in a thread, then in
 * Chromium, filled with each sample, that nothing overflows, overlaps, is cut off or cannot be read.
 */
export const openChecks = ({ threads, renderer, blobs, logger }: ChecksOptions): Checks => {
  const drawn = async (
    { brief, size, isDesign = false, seen }: ToCheck,
    sample: FilledSample,
  ): Promise<readonly Finding[]> => {
    const rendered = await renderer.render({
      accountId: brief.accountId,
      html: sample.html,
      ...size,
      scale: 1,
      format: 'png',
      durationMs: restMs,
      measured: true,
      resource: picturesOf(brief, blobs),
      label: `a template for ${sample.name}`,
    })
    if ('code' in rendered) return [finding('not-drawn', `It cannot be drawn: ${rendered.detail}.`)]
    const { content, bytes } = rendered
    if (content === undefined) return [finding('not-drawn', 'It cannot be measured.')]
    if (sample.name === samples[0]?.name) seen?.(content)
    const { unreadable, hasUnseenLogo } = await seenOn(bytes, content)
    const logo = hasUnseenLogo ? [finding('logo-unseen', 'The logo cannot be seen on its background.')] : []
    return [...judge(content, size, isDesign), ...logo, ...unreadable.map(lowContrast)].map(one => ({
      ...one,
      detail: `With ${sample.name}: ${one.detail}`,
    }))
  }
  const allDrawn = async (
    given: ToCheck,
    filled: readonly FilledSample[],
  ): Promise<readonly Finding[] | GeneratorFailure> => {
    try {
      return (await Promise.all(filled.map(sample => drawn(given, sample)))).flat()
    } catch (error) {
      logger.warn({ err: error, accountId: given.brief.accountId }, 'a template could not be checked')
      return failure('unavailable', 'The template could not be checked now.')
    }
  }
  return async (given, signal) => {
    const { expected, brief } = given
    // whoever made it: it is drawn, and shown, with the fonts of the brand that the library has
    const html = withFontFaces(given.html, brief.accountId, brief.fontFiles ?? [])
    const read = await threads.run(brief.accountId, 'read', { html, expected }, signal)
    if (isGeneratorFailure(read)) return read
    if (read.html === undefined) return { findings: read.findings, columns: [] }
    const found = await unlessEnded(signal, allDrawn(given, read.samples))
    if (isGeneratorFailure(found)) return found
    return { html: read.html, findings: fewFindings([...read.findings, ...found]), columns: read.columns }
  }
}

/** The findings that a template must not have: all but what was removed from it. */
export const faultsOf = ({ findings }: Checked): readonly Finding[] => findings.filter(({ code }) => code !== 'removed')
