import type { Chain, ChainGap, ChainLink } from '../../../ports/chain.ts'
import type { LinkRow } from '../../event-log/sqlite/chain.ts'
import type { GapRow } from '../../event-log/sqlite/chain-gaps.ts'
import type { AsyncReads } from '../reading/reads.ts'

const rowsAtOnce = 5_000

const linkOf = ([position, events, head]: LinkRow): ChainLink => ({ position: BigInt(position), events, head })

const gapOf = ([after, events, until, had, at]: GapRow): ChainGap => ({
  after: BigInt(after),
  events,
  until: BigInt(until),
  had,
  at,
})

/** The hash chain that the writer keeps beside the events in log.db. */
export const embeddedChain = ({
  lastLink,
  linksAfter,
  gaps,
}: Pick<AsyncReads, 'lastLink' | 'linksAfter' | 'gaps'>): Chain => ({
  last: async () => linkOf(await lastLink()),
  async *links(after) {
    for (let from = Number(after), more = true; more; ) {
      const rows = await linksAfter(from, rowsAtOnce)
      yield* rows.map(linkOf)
      from = rows.at(-1)?.[0] ?? from
      more = rows.length === rowsAtOnce
    }
  },
  gaps: async () => (await gaps()).map(gapOf),
})
