import { linkedBy, noLink } from '../../engine/write/chaining.ts'
import type { Chain, ChainGap, ChainLink } from '../../ports/chain.ts'
import type { Position, Recorded } from '../../ports/event-log.ts'
import type { Fault } from './fault.ts'

const named = ({ stream, revision }: Recorded): string => `${stream}@${revision}`

/** How many events a link has in excess of those that were counted. */
const difference = (more: number): string => {
  if (more > 0) return `${more} fewer events than were recorded`
  return more < 0 ? `${-more} more events than were recorded` : 'an event that was changed'
}

/**
 * Compares events, in log order, with the kept links of the hash chain up to `last`. A fault names the two links between which
 * events were changed, removed or added; after it the comparison continues from the kept link.
 */
export const chainCheck = (chain: Chain, last: ChainLink) => {
  const faults: Fault[] = []
  const links = chain.links(0n)[Symbol.asyncIterator]()
  let next: ChainLink | undefined
  let good: Position = 0n
  let now = noLink
  let name = ''
  const advance = async (): Promise<void> => {
    const { value, done } = await links.next()
    next = done || value.position > last.position ? undefined : value
  }
  const fault = (link: ChainLink): void => {
    const same = now.position === link.position && now.events === link.events
    if (!same || now.head !== link.head)
      faults.push({
        kind: 'chain',
        where: now.position === link.position ? name : `position ${link.position}`,
        detail: `between positions ${good} and ${link.position} the log has ${difference(link.events - now.events)}: its hash chain does not match; restore a backup`,
      })
    good = link.position
    now = link
  }
  let begun = false
  return {
    /** `hashed`: the hash of the event. */
    async add(event: Recorded, hashed: string): Promise<void> {
      if (!begun) await advance()
      begun = true
      for (; next && next.position < event.position; await advance()) fault(next)
      now = linkedBy(now, event, hashed)
      name = named(event)
      if (next?.position !== event.position) return
      fault(next)
      await advance()
    },
    /** Checks the links after the last event: events at the end of the log were removed. */
    async end(): Promise<readonly Fault[]> {
      if (!begun) await advance()
      for (; next; await advance()) fault(next)
      return faults
    },
  }
}

/** What is said of links that were missing from the chain and were computed anew. */
export const removedLinks = (gaps: readonly ChainGap[]): readonly Fault[] =>
  gaps.map(({ after, until, at }) => ({
    kind: 'chain',
    where: `position ${after}`,
    detail: `the links of the hash chain after this position were removed before ${at}, and computed anew from the events that the log had then: they do not show what was changed up to position ${until} before that; compare the log with a seal from before then (--seal) or with a backup`,
  }))
