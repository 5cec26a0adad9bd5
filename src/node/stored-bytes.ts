import type { StoredBytes } from '../http/observe/size-gauge.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ports } from '../ports/ports.ts'

/** Milliseconds for which bytes hold: they cost an operation of the store, and change slowly. */
const holdsMs = 60_000

/** The bytes that the metrics show, read once a minute at most. Rejects if a store is away. */
export const storedBytes = (
  { service, renderCache }: Pick<Ports, 'service' | 'renderCache'>,
  { monotonic }: Pick<Clock, 'monotonic'>,
): (() => Promise<StoredBytes>) => {
  let kept: { readonly sizes: Awaited<ReturnType<Ports['service']['sizes']>>; readonly until: number } | undefined
  return async () => {
    if (kept === undefined || kept.until <= monotonic())
      kept = { sizes: await service.sizes(), until: monotonic() + holdsMs }
    return { ...kept.sizes, cache: renderCache.bytes() }
  }
}
