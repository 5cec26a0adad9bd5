import pMap from 'p-map'
import type { ExportFault } from '../domain/exports/events.ts'
import type { ShownContent } from '../lookups/shown-content.ts'
import type { Ports } from '../ports/ports.ts'
import { composed } from './composed.ts'
import { draw } from './draw.ts'
import { faultOf, itemName, type Pair, pairsOf } from './drawings.ts'

export type Checked = {
  readonly shown: readonly Pair[]
  readonly faults: readonly ExportFault[]
  /** Columns that are shown empty, because a creative lacks them; each with the first creative and ad unit that does. */
  readonly emptyColumns: ReadonlyMap<string, string>
}

/**
 * Renders every creative in every ad unit once, as PNG, to find out which can be shown. Reports those that cannot (broken
 * HTML, a missing image), and columns that are shown empty. The images stay in the render cache for previews.
 */
export const checkedPairs = async (
  { campaign, creatives }: Pick<ShownContent, 'campaign' | 'creatives'>,
  ports: Ports,
  signal: AbortSignal,
  progressed: (done: number, total: number) => Promise<void>,
): Promise<Checked> => {
  const { accountId, adUnits } = campaign
  const pairs = pairsOf(creatives, adUnits)
  let done = 0
  const found = await pMap(
    pairs,
    async pair => {
      signal.throwIfAborted()
      const drawn = await draw({ accountId, ...pair, format: 'png', scale: 1 }, ports)
      await progressed(++done, pairs.length)
      if ('code' in drawn) return { fault: faultOf(pair, drawn), columns: [] }
      const page = await composed({ accountId, ...pair }, ports)
      return { fault: undefined, columns: 'code' in page ? [] : page.missingColumns }
    },
    { concurrency: 4 },
  )
  // in the order of the pairs, whichever was drawn first
  const emptyColumns = new Map<string, string>()
  for (const [i, { columns }] of found.entries())
    for (const column of columns) if (!emptyColumns.has(column)) emptyColumns.set(column, itemName(pairs[i]!))
  return {
    shown: pairs.filter((_, i) => found[i]?.fault === undefined),
    faults: found.flatMap(({ fault }) => fault ?? []),
    emptyColumns,
  }
}
