import type { Chain, ChainLink } from '../../../ports/chain.ts'
import type { LinkRow } from '../../event-log/sqlite/chain.ts'
import type { AsyncReads } from '../reading/reads.ts'

const rowsAtOnce = 5_000

const linkOf = ([position, events, head]: LinkRow): ChainLink => ({ position: BigInt(position), events, head })

/** The hash chain that the writer keeps beside the events in log.db. */
export const embeddedChain = ({ lastLink, linksAfter }: Pick<AsyncReads, 'lastLink' | 'linksAfter'>): Chain => ({
  last: async () => linkOf(await lastLink()),
  async *links(after) {
    for (let from = Number(after), more = true; more; ) {
      const rows = await linksAfter(from, rowsAtOnce)
      yield* rows.map(linkOf)
      from = rows.at(-1)?.[0] ?? from
      more = rows.length === rowsAtOnce
    }
  },
})
