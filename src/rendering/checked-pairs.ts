import pMap from 'p-map'
import type { ExportFault } from '../domain/exports/events.ts'
import type { ShownContent } from '../lookups/shown-content.ts'
import type { Ports } from '../ports/ports.ts'
import { composed } from './composed.ts'
import { draw } from './draw.ts'
import type { DrawingNotes } from './drawing-notes.ts'
import { faultOf, itemName, type Pair, pairsOf } from './drawings.ts'

const nothingNoted: DrawingNotes = { missingGlyphs: [] }

export type Checked = {
  readonly shown: readonly Pair[]
  readonly faults: readonly ExportFault[]
  /** Columns that are shown empty, because a creative lacks them; each with the first creative and ad unit that does. */
  readonly emptyColumns: ReadonlyMap<string, string>
  /** Texts with characters that no font has, each with the first creative and ad unit that shows it. */
  readonly missingGlyphs: ReadonlyMap<string, string>
  /** The lengths of animations that were measured, in milliseconds, by ad unit: the longest of its creatives. */
  readonly measuredMs: ReadonlyMap<string, number>
}

/**
 * Renders every creative in every ad unit once, as PNG, to find out which can be shown. Reports those that cannot (broken
 * HTML, a missing image), columns that are shown empty, and what was found out while drawing. The images stay in the render cache for previews.
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
      if ('code' in drawn) return { fault: faultOf(pair, drawn), columns: [], notes: nothingNoted }
      const page = await composed({ accountId, ...pair }, ports)
      return { fault: undefined, columns: 'code' in page ? [] : page.missingColumns, notes: drawn.notes }
    },
    { concurrency: 4 },
  )
  // in the order of the pairs, whichever was drawn first
  const emptyColumns = new Map<string, string>()
  const missingGlyphs = new Map<string, string>()
  const measuredMs = new Map<string, number>()
  const first = (map: Map<string, string>, what: string, pair: Pair) => {
    if (!map.has(what)) map.set(what, itemName(pair))
  }
  for (const [i, { columns, notes }] of found.entries()) {
    const pair = pairs[i]!
    const { adUnitName, dimension } = pair.adUnit
    const unit = `${adUnitName} ${dimension}`
    for (const column of columns) first(emptyColumns, column, pair)
    for (const { characters, text } of notes.missingGlyphs) first(missingGlyphs, `${characters} in "${text}"`, pair)
    if (notes.measuredMs !== undefined) measuredMs.set(unit, Math.max(notes.measuredMs, measuredMs.get(unit) ?? 0))
  }
  return {
    shown: pairs.filter((_, i) => found[i]?.fault === undefined),
    faults: found.flatMap(({ fault }) => fault ?? []),
    emptyColumns,
    missingGlyphs,
    measuredMs,
  }
}
