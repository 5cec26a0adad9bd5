import type { OfStreams } from '../../ports/event-log.ts'

/** Returns whether a filter of the log wants the events of a stream. */
export const ofStreams = ({ streams, prefixes }: OfStreams): ((stream: string) => boolean) => {
  if (!streams && !prefixes) return () => true
  const named = new Set(streams)
  return stream => named.has(stream) || (prefixes?.some(prefix => stream.startsWith(prefix)) ?? false)
}
