import type { ComposeFailure } from '../domain/creatives/compose.ts'
import type { ComposedAd } from '../domain/creatives/composed-ad.ts'
import { assetData, type Creative, transformationsFor } from '../domain/creatives/creative.ts'
import type { AdUnit } from '../domain/provisioning/aggregates.ts'
import { someOf } from '../domain/shared/wording.ts'
import type { Ports } from '../ports/ports.ts'
import { templateHtml } from './template-html.ts'

export type AdParts = { readonly accountId: string; readonly adUnit: AdUnit; readonly creative: Creative }

/**
 * A creative in an ad unit. A column that the creative lacks is empty, as in Mustache. Fails if that column is shown as a
 * picture, if the ad would show nothing at all, if the template is broken, and if composing it exceeds a limit (ACTIVATION-8).
 */
export const composed = async (
  { accountId, adUnit, creative }: AdParts,
  { blobs, composer }: Pick<Ports, 'blobs' | 'composer'>,
): Promise<ComposedAd | ComposeFailure> => {
  const { htmlSha256 } = adUnit
  const made = await composer.compose({
    accountId,
    htmlSha256,
    html: () => templateHtml(blobs, htmlSha256),
    columns: assetData(creative),
    transformations: transformationsFor(creative, adUnit.adUnitId),
  })
  if ('code' in made) return made
  if (made.missingImages.length > 0)
    return { code: 'image-missing', detail: `the creative has no picture in ${made.missingImages.join(', ')}` }
  if (made.without !== undefined)
    return {
      code: 'no-content',
      detail: `the creative has no value in ${someOf(made.without)}, so the ad would be empty`,
    }
  return made
}
