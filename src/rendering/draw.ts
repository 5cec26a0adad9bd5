import type { Creative } from '../domain/creatives/creative.ts'
import type { AdUnit } from '../domain/provisioning/aggregates.ts'
import { digestOf } from '../domain/shared/digest.ts'
import { stillTexts } from '../domain/tags/ad-server-macros.ts'
import { withMacros } from '../domain/tags/html-macros.ts'
import type { Ports } from '../ports/ports.ts'
import type { RenderFailure, RenderFormat } from '../ports/renderer.ts'
import { composed } from './composed.ts'
import { notesOf, splitNotes, withNotes } from './drawing-notes.ts'
import { namedBy } from './named-by.ts'
import { type Drawn, drawnOnce, recentFailure } from './remembered.ts'
import { displayed, resourcesOf } from './resources.ts'

/** How often a page is drawn again at most, because it shows stand-ins. */
const mostRounds = 3

/** Increase it when the same page would render to different bytes, would be refused, or more would be found out about it. */
const rendererVersions: Readonly<Record<RenderFormat, number>> = { png: 7, jpg: 7, tiff: 7, gif: 7, mp4: 8 }

export type Drawing = {
  readonly accountId: string
  readonly adUnit: AdUnit
  readonly creative: Creative
  readonly format: RenderFormat
  readonly scale: 1 | 2
  /** Anyone may ask for it, as often as they like. */
  readonly isPublic?: true
}

/** Width and height of an ad unit in CSS pixels. */
export const sizeOf = (dimension: string): { readonly width: number; readonly height: number } => {
  const [width = 1, height = 1] = dimension.split('x').map(Number)
  return { width, height }
}

/** The composed page of a drawing, what it loads, and the key of its picture in the cache. */
const prepared = async (drawing: Drawing, ports: Ports) => {
  const page = await composed(drawing, ports)
  if ('code' in page) return page
  const { adUnit, format, scale, accountId } = drawing
  const { width, height } = sizeOf(adUnit.dimension)
  const { durationMs } = adUnit
  const resources = resourcesOf(accountId, page.elsewhere, ports)
  const html = withMacros(page.html, page.macros, stillTexts({}))
  const length = durationMs === undefined ? {} : { durationMs }
  // of the account, too: scripts may name its files in ways that the fingerprint does not see
  const picture = { accountId, html, width, height, scale, format, ...length }
  const rendererVersion = rendererVersions[format]
  const ends = format === 'gif' ? { gifMaxMs: ports.config.gifMaxMs } : {}
  const key = digestOf({
    rendererVersion,
    ...ends,
    ...picture,
    library: await resources.fingerprint(page.libraryPaths),
  })
  return { page, resources, picture, key }
}

/** Why this node could not draw it lately, or cannot compose it; undefined if neither is known. Draws nothing. */
export const failureOf = async (drawing: Drawing, ports: Ports): Promise<RenderFailure | undefined> => {
  const made = await prepared(drawing, ports)
  return 'code' in made ? made : ports.renderCache.failure(made.key)
}

/**
 * Whether only a drawing can tell what is wrong with an ad: it may show pictures of other hosts, and neither this node nor another has drawn it
 * lately.
 */
export const isUntried = async (drawing: Drawing, ports: Ports): Promise<boolean> => {
  const made = await prepared(drawing, ports)
  if ('code' in made || made.page.elsewhere.length + made.page.held.length === 0) return false
  const { renderCache } = ports
  if (renderCache.passing(made.key) ?? renderCache.failure(made.key)) return false
  return (await renderCache.get(made.key)) === undefined
}

/**
 * Renders one creative in one ad unit, or takes it from the cache if the same page was rendered before. Rejects with
 * RendererUnavailable, or with the error of an unavailable store.
 */
export const draw = async (drawing: Drawing, ports: Ports): Promise<Drawn> => {
  const made = await prepared(drawing, ports)
  if ('code' in made) return made
  const { page, resources, picture, key } = made
  const { adUnit, creative, isPublic = false } = drawing
  const kept = (await ports.renderCache.get(key)) ?? (isPublic ? ports.renderCache.passing(key) : undefined)
  if (kept) return splitNotes(kept)
  if (page.fault !== undefined) return { code: 'html-broken', detail: page.fault }
  const failed = recentFailure(key, isPublic, ports)
  if (failed) return failed
  const label = `${creative.creativeName} in ${adUnit.adUnitName}`
  return drawnOnce(key, isPublic, ports, async () => {
    const render = () => ports.renderer.render({ ...picture, isPublic, resource: resources.read, label })
    let drawn = await render()
    // what a script loads may be seen only once another picture is there
    for (let i = 0; i < mostRounds && 'bytes' in drawn && (drawn.standIns ?? []).length > 0; i++) {
      resources.show(drawn.standIns ?? [])
      drawn = await render()
    }
    if ('code' in drawn) return drawn
    if (drawn.missing.length > 0)
      return {
        code: 'image-missing',
        detail: `not found, as only files of the asset library and reachable addresses are drawn: ${drawn.missing
          .slice(0, 5)
          .map(url => displayed(url) + namedBy(creative, url))
          .join(', ')}`,
      }
    const [broken] = drawn.broken ?? []
    if (broken !== undefined) {
      const { code, detail } = resources.faultOf(broken)
      return { code, detail: detail + namedBy(creative, broken) }
    }
    const gaps = [...resources.gaps].map(
      ([url, names]) => `${displayed(url)}${namedBy(creative, url)} without ${names.join(' and ')}`,
    )
    const notes = { ...notesOf(drawn, adUnit.durationMs === undefined), ...(gaps.length === 0 ? {} : { gaps }) }
    const noted = withNotes(drawn.bytes, notes)
    // external images may change at the same URL, so such pages are kept for a short time only
    if (resources.usedExternal()) ports.renderCache.putPassing(key, noted)
    else await ports.renderCache.put(key, noted)
    return { bytes: drawn.bytes, notes }
  })
}
