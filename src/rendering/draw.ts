import { compose } from '../domain/creatives/compose.ts'
import { assetData, type Creative, transformationsFor } from '../domain/creatives/creative.ts'
import { htmlFault } from '../domain/creatives/html-fault.ts'
import type { AdUnit } from '../domain/provisioning/aggregates.ts'
import { digestOf } from '../domain/shared/digest.ts'
import type { Ports } from '../ports/ports.ts'
import type { RenderFailure, RenderFormat } from '../ports/renderer.ts'
import { resourcesOf } from './resources.ts'

/** Raise it when the same page would be drawn to other bytes. */
const rendererVersion = 2

export type Drawing = {
  readonly accountId: string
  readonly adUnit: AdUnit
  readonly creative: Creative
  readonly format: RenderFormat
  readonly scale: 1 | 2
}

/** Width and height of an ad unit in CSS pixels. */
export const sizeOf = (dimension: string): { readonly width: number; readonly height: number } => {
  const [width = 1, height = 1] = dimension.split('x').map(Number)
  return { width, height }
}

/** The document of a creative in an ad unit; a failure names what is broken, a column that the template asks for included. */
export const composed = async (
  { adUnit, creative }: Pick<Drawing, 'adUnit' | 'creative'>,
  { blobs }: Pick<Ports, 'blobs'>,
): Promise<{ readonly html: string } | RenderFailure> => {
  const html = (await blobs.read(adUnit.htmlSha256)).toString()
  const result = compose({
    html,
    columns: assetData(creative),
    transformations: transformationsFor(creative, adUnit.adUnitId),
  })
  if ('code' in result) return result
  if (result.missingColumns.length > 0)
    return { code: 'column-missing', detail: `the creative has no ${result.missingColumns.join(', ')}` }
  return { html: result.html }
}

/** The bytes of one creative in one ad unit, from the cache when the same page was drawn before. */
export const draw = async (drawing: Drawing, ports: Ports): Promise<{ readonly bytes: Buffer } | RenderFailure> => {
  const page = await composed(drawing, ports)
  if ('code' in page) return page
  const { adUnit, creative, format, scale, accountId } = drawing
  const { width, height } = sizeOf(adUnit.dimension)
  const durationMs = format === 'gif' || format === 'mp4' || adUnit.durationMs ? (adUnit.durationMs ?? 0) : 0
  const resources = resourcesOf(accountId, ports)
  const key = digestOf({
    rendererVersion,
    html: page.html,
    width,
    height,
    scale,
    format,
    durationMs,
    library: await resources.fingerprint(page.html),
  })
  const kept = await ports.renderCache.get(key)
  if (kept) return { bytes: kept }
  const broken = htmlFault(page.html)
  if (broken !== undefined) return { code: 'html-broken', detail: broken }
  const label = `${creative.creativeName} in ${adUnit.adUnitName}`
  const drawn = await ports.renderer.render({
    html: page.html,
    width,
    height,
    scale,
    format,
    durationMs,
    resource: resources.read,
    label,
  })
  if ('code' in drawn) return drawn
  if (drawn.missing.length > 0)
    return { code: 'image-missing', detail: `not found: ${drawn.missing.slice(0, 5).map(asWritten).join(', ')}` }
  // pictures from elsewhere may change behind their URL: such a page is drawn anew each time
  if (!resources.wentOut()) await ports.renderCache.put(key, drawn.bytes)
  return { bytes: drawn.bytes }
}

/** An address as the ad has it: no query, which may hold a secret, and not the host that the renderer made up for relative ones. */
const asWritten = (url: string): string =>
  (url.split(/[?#]/, 1)[0] ?? '').replace(/^https?:\/\/[^/]*\.invalid(?=\/)/, '')
