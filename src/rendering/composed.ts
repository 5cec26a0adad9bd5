import type { ComposeFailure } from '../domain/creatives/compose.ts'
import type { ComposedAd } from '../domain/creatives/composed-ad.ts'
import { assetData, type Creative, transformationsFor } from '../domain/creatives/creative.ts'
import type { AdUnit } from '../domain/provisioning/aggregates.ts'
import type { Ports } from '../ports/ports.ts'

export type AdParts = { readonly accountId: string; readonly adUnit: AdUnit; readonly creative: Creative }

/**
 * A creative in an ad unit. Fails if the template is broken or uses a column that the creative lacks, and if composing it
 * exceeds a limit.
 */
export const composed = async (
  { accountId, adUnit, creative }: AdParts,
  { blobs, composer }: Pick<Ports, 'blobs' | 'composer'>,
): Promise<ComposedAd | ComposeFailure> => {
  const { htmlSha256 } = adUnit
  const made = await composer.compose({
    accountId,
    htmlSha256,
    html: async () => (await blobs.read(htmlSha256)).toString(),
    columns: assetData(creative),
    transformations: transformationsFor(creative, adUnit.adUnitId),
  })
  if ('code' in made || made.missingColumns.length === 0) return made
  return { code: 'column-missing', detail: `the creative has no value for ${made.missingColumns.join(', ')}` }
}
