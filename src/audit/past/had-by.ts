import type { Recorded } from '../../ports/event-log.ts'

/** When something happened, as states and documents say it: it was decided a moment before its event was written. */
const decidedAt = ({ data }: Recorded): number => {
  const at = typeof data === 'object' && data !== null && 'at' in data ? data.at : undefined
  return typeof at === 'string' ? Date.parse(at) : Number.NaN
}

/** The predicate of the events that had happened by a time (milliseconds since 1970), whichever of their times is meant. */
export const hadBy =
  (until: number) =>
  (event: Recorded): boolean =>
    Date.parse(event.metadata.at) <= until || decidedAt(event) <= until
