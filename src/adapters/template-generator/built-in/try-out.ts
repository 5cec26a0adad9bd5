import type { Edited } from '../../../domain/templates/edit/edit-template.ts'
import type { PartPlaces } from '../../../domain/templates/edit/part-places.ts'
import type { Finding } from '../../../domain/templates/finding.ts'
import type { TemplateEdit } from '../../../domain/templates/prompt/template-edit.ts'
import type { PageContent } from '../../../ports/renderer.ts'
import { type GeneratorFailure, isGeneratorFailure } from '../../../ports/template-generator.ts'
import { placesIn } from '../checks/missed.ts'
import { faultsOf, type ToCheck } from '../checks/open-checks.ts'
import type { BuiltInMeans } from './means.ts'

/** A template, what is wrong with it, and where its parts are. */
export type Tried = {
  readonly html: string
  readonly warnings: readonly string[]
  readonly faults: readonly Finding[]
  readonly places: PartPlaces
}

const unreadableOf = (faults: readonly Finding[]) =>
  faults.flatMap(({ element, colors }) =>
    element === undefined || colors === undefined ? [] : [{ element, ...colors }],
  )

/** Tries templates out: draws them, and repairs texts that cannot be read. `expected`: columns that they must name. */
export const tryOut = (
  means: BuiltInMeans,
  of: Pick<ToCheck, 'brief' | 'size' | 'isDesign'>,
  expected: readonly string[],
  signal: AbortSignal,
) => {
  const checkedOf = async ({ html, warnings }: Edited): Promise<Tried | GeneratorFailure> => {
    let places: PartPlaces = {}
    const seen = (content: PageContent) => {
      places = placesIn(content)
    }
    const checked = await means.checks({ ...of, html, expected, seen }, signal)
    if (isGeneratorFailure(checked)) return checked
    return { html: checked.html ?? html, warnings, faults: faultsOf(checked), places }
  }
  /** Checks a template; texts that cannot be read get the nearest color that can. */
  const readable = async (edited: Edited): Promise<Tried | GeneratorFailure> => {
    const tried = await checkedOf(edited)
    if (isGeneratorFailure(tried)) return tried
    const texts = unreadableOf(tried.faults)
    if (texts.length === 0) return tried
    const recolored = await means.threads.run(of.brief.accountId, 'recolor', { html: tried.html, texts }, signal)
    if (isGeneratorFailure(recolored)) return recolored
    return checkedOf({ html: recolored.html, warnings: [...edited.warnings, ...recolored.warnings] })
  }
  return {
    readable,
    /** `earlier`: the clean template that an undo goes back to. */
    async edited(
      html: string,
      edits: readonly TemplateEdit[],
      earlier?: string | undefined,
    ): Promise<Tried | GeneratorFailure> {
      const edited = await means.threads.run(of.brief.accountId, 'edit', { html, edits, earlier }, signal)
      return isGeneratorFailure(edited) ? edited : readable(edited)
    },
  }
}
