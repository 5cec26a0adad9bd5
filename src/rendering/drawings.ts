import { pMapIterable } from 'p-map'
import type { Creative } from '../domain/creatives/creative.ts'
import type { ExportFault } from '../domain/exports/events.ts'
import type { AdUnit } from '../domain/provisioning/aggregates.ts'
import { cut } from '../domain/shared/cut.ts'
import type { Ports } from '../ports/ports.ts'
import { type Drawing, draw } from './draw.ts'
import type { Drawn } from './remembered.ts'

/** A creative in an ad unit. */
export type Pair = { readonly creative: Creative; readonly adUnit: AdUnit }

/** Concurrent renderings: enough to keep every page of the renderer busy. */
const ahead = 4

/** Every creative in every ad unit, by the names of the creatives. */
export const pairsOf = (creatives: readonly Creative[], adUnits: readonly AdUnit[]): readonly Pair[] =>
  [...creatives]
    .sort((a, b) => (a.creativeName < b.creativeName ? -1 : 1))
    .flatMap(creative => adUnits.map(adUnit => ({ creative, adUnit })))

/** The display name of a creative in an ad unit, used in faults. */
export const itemName = ({ creative, adUnit }: Pair): string =>
  `${creative.creativeName} / ${adUnit.adUnitName} ${adUnit.dimension}`

/** What a queue reports of a creative that could not be shown in an ad unit. */
export const faultOf = (
  pair: Pair,
  { code, detail }: { readonly code: string; readonly detail: string },
): ExportFault => ({ item: itemName(pair), code, detail: cut(detail, 500) })

type Options = Pick<Drawing, 'accountId' | 'format' | 'scale'> & { readonly signal: AbortSignal }

/**
 * Renders pairs one after the other, in their order. Only a few are rendered ahead of the reader, so memory does not grow with
 * their number. Rejects as `draw` does, and when `signal` aborts.
 */
export const drawingsOf = (
  pairs: readonly Pair[],
  { signal, ...options }: Options,
  ports: Ports,
): AsyncIterable<{ readonly pair: Pair; readonly drawn: Drawn }> =>
  pMapIterable(
    pairs,
    async pair => {
      signal.throwIfAborted()
      return { pair, drawn: await draw({ ...options, ...pair }, ports) }
    },
    { concurrency: ahead, backpressure: ahead },
  )
