import type { Ports } from '../ports/ports.ts'
import type { RowsInFile, WantedIndex } from '../ports/row-indexes.ts'
import { feedsOfCampaigns } from './feeds-of-campaigns.ts'

type Source = { readonly accountId: string; readonly assetSourceId: number; readonly keyColumn: string }

/** The indexes of a source's rows that campaigns look up: products by their key, and brands. */
const wantedIndexes = async (
  { readModels }: Pick<Ports, 'readModels'>,
  { accountId, assetSourceId, keyColumn }: Source,
): Promise<readonly WantedIndex[]> => {
  const wanted = new Map<string, WantedIndex>()
  for await (const { productAssetSourceId, brandColumn } of feedsOfCampaigns(readModels, accountId)) {
    if (productAssetSourceId !== assetSourceId) continue
    wanted.set('', { of: 'keys', column: keyColumn })
    if (brandColumn !== undefined) wanted.set(brandColumn, { of: 'values', column: brandColumn })
  }
  return [...wanted.values()]
}

/**
 * Builds the indexes that campaigns need of rows which a source will serve, so that the rows before answer until then (ADR 0053). Takes a
 * minute at most; what is not ready by then is built meanwhile.
 */
export const prepareProducts = async (
  ports: Pick<Ports, 'readModels' | 'rowIndexes'>,
  source: Source,
  rows: RowsInFile,
  signal: AbortSignal,
): Promise<void> => {
  const wanted = await wantedIndexes(ports, source)
  if (wanted.length > 0) await ports.rowIndexes.prepare(source.accountId, rows, wanted, signal)
}
