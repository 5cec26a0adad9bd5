import { dspCreatives } from '../../../projections/dsp/dsp-creatives.ts'
import type { ExportsAt } from '../../domain/dsp/exports-at.ts'
import { addTag, type KnownTag, withoutOldFailure } from '../../domain/dsp/known-tags.ts'
import { everyDocument } from '../../engine/read/documents.ts'
import type { Ports } from '../../ports/ports.ts'
import { partsOfTag } from '../export-tag.ts'

/** The tags that were exported to an advertiser, with what counts of each. */
export const knownTags = async (
  { readModels }: Pick<Ports, 'readModels'>,
  accountId: string,
  { runs, configIds }: ExportsAt,
): Promise<readonly KnownTag[]> => {
  const known = new Map<string, KnownTag>()
  const where = { field: ['configId'], is: 'in', values: [...configIds] } as const
  for await (const { configId: _, ...tag } of everyDocument(readModels, dspCreatives, { where })) addTag(known, tag)
  return [...known.values()].map(tag => {
    const newest = runs.get(partsOfTag(accountId, tag.tagId)?.retailCampaignIdx ?? 0)
    return newest === undefined ? tag : withoutOldFailure(tag, newest)
  })
}
