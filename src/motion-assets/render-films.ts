import { mostRunFaults, type RunFault } from '../domain/asset-sources/feed-events.ts'
import type { Creative } from '../domain/creatives/creative.ts'
import type { AdUnit } from '../domain/provisioning/aggregates.ts'
import type { Work } from '../engine/write/execute.ts'
import type { Ports } from '../ports/ports.ts'
import { drawingsOf, faultOf, pairsOf } from '../rendering/drawings.ts'
import { storeFilm } from './film.ts'

type Order = {
  readonly accountId: string
  readonly creatives: readonly Creative[]
  readonly adUnits: readonly AdUnit[]
  readonly work: Pick<Work, 'execute' | 'load'>
  readonly signal: AbortSignal
  /** Called after each film. */
  progressed(done: number, failed: number): Promise<void>
}

/** The paths of the films of a creative, by ad unit. */
export type Films = ReadonlyMap<number, string>
export type RenderedFilms = {
  /** By the name of the creative. Those that lack a film of any ad unit are left out. */
  readonly films: ReadonlyMap<string, Films>
  readonly failed: number
  /** The first films that are missing. */
  readonly faults: readonly RunFault[]
}

/** Renders every creative in every ad unit as mp4, and stores the films in the library. Rejects as `drawingsOf` does. */
export const renderFilms = async (
  { accountId, creatives, adUnits, work, signal, progressed }: Order,
  ports: Ports,
): Promise<RenderedFilms> => {
  const films = new Map<string, Map<number, string>>()
  const faults: RunFault[] = []
  let done = 0
  let failed = 0
  const drawings = drawingsOf(pairsOf(creatives, adUnits), { accountId, format: 'mp4', scale: 1, signal }, ports)
  for await (const { pair, drawn } of drawings) {
    const { creative, adUnit } = pair
    const film = 'code' in drawn ? drawn : await storeFilm(accountId, drawn.bytes, work, ports)
    if ('code' in film) {
      failed++
      if (faults.length < mostRunFaults) faults.push(faultOf(pair, film))
    } else {
      done++
      const own = films.get(creative.creativeName) ?? new Map<number, string>()
      films.set(creative.creativeName, own.set(adUnit.adUnitId, film.path))
    }
    await progressed(done, failed)
  }
  for (const [name, own] of films) if (own.size < adUnits.length) films.delete(name)
  return { films, failed, faults }
}
