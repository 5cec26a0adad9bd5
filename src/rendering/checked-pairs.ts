import pMap from 'p-map'
import type { ExportFault } from '../domain/exports/events.ts'
import type { ShownContent } from '../lookups/shown-content.ts'
import type { Ports } from '../ports/ports.ts'
import { composed } from './composed.ts'
import { draw } from './draw.ts'
import type { DrawingNotes } from './drawing-notes.ts'
import { faultOf, itemName, type Pair, pairsOf } from './drawings.ts'
import { svgGaps } from './svg-gaps.ts'

const nothingNoted: DrawingNotes = { missingGlyphs: [] }

export type Checked = {
  readonly shown: readonly Pair[]
  readonly faults: readonly ExportFault[]
  /** Creatives that lack columns of their ad units, which are shown empty, with these columns. */
  readonly emptyColumns: ReadonlyMap<string, readonly string[]>
  /** Texts with characters that no font has, each with the first creative and ad unit that shows it. */
  readonly missingGlyphs: ReadonlyMap<string, string>
  /** The lengths of animations that were measured, in milliseconds, by ad unit: the longest of its creatives. */
  readonly measuredMs: ReadonlyMap<string, number>
  /** SVGs that are shown without what they name elsewhere (`svgGaps`); each with the first creative and ad unit. */
  readonly gaps: ReadonlyMap<string, string>
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
      if ('code' in drawn) return { fault: faultOf(pair, drawn), columns: [], gaps: [], notes: nothingNoted }
      const page = await composed({ accountId, ...pair }, ports)
      if ('code' in page) return { fault: undefined, columns: [], gaps: [], notes: drawn.notes }
      const ofLibrary = await svgGaps(accountId, pair.creative, page.libraryPaths, ports)
      const gaps = [...ofLibrary, ...(drawn.notes.gaps ?? [])]
      return { fault: undefined, columns: page.missingColumns, gaps, notes: drawn.notes }
    },
    { concurrency: 4 },
  )
  // in the order of the pairs, whichever was drawn first
  const firstOf = (namesOf: (one: (typeof found)[number]) => readonly string[]): ReadonlyMap<string, string> => {
    const first = new Map<string, string>()
    for (const [i, one] of found.entries())
      for (const name of namesOf(one)) if (!first.has(name)) first.set(name, itemName(pairs[i]!))
    return first
  }
  const emptyColumns = new Map<string, readonly string[]>()
  for (const [i, { columns }] of found.entries()) {
    const { creativeName } = pairs[i]!.creative
    if (columns.length > 0)
      emptyColumns.set(creativeName, [...new Set([...(emptyColumns.get(creativeName) ?? []), ...columns])])
  }
  const measuredMs = new Map<string, number>()
  for (const [i, { notes }] of found.entries()) {
    const { adUnitName, dimension } = pairs[i]!.adUnit
    const unit = `${adUnitName} ${dimension}`
    if (notes.measuredMs !== undefined) measuredMs.set(unit, Math.max(notes.measuredMs, measuredMs.get(unit) ?? 0))
  }
  return {
    shown: pairs.filter((_, i) => found[i]?.fault === undefined),
    faults: found.flatMap(({ fault }) => fault ?? []),
    emptyColumns,
    gaps: firstOf(({ gaps }) => gaps),
    missingGlyphs: firstOf(({ notes }) =>
      notes.missingGlyphs.map(({ characters, text }) => `${characters} in "${text}"`),
    ),
    measuredMs,
  }
}
