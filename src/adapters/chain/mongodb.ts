import type { Db } from 'mongodb'
import { noLink } from '../../engine/write/chaining.ts'
import type { ChainGap, ChainLink, KeptChain } from '../../ports/chain.ts'
import { answered } from '../read-models/mongodb/connect.ts'
import { upserted } from '../read-models/mongodb/views.ts'

type LinkRow = { readonly _id: bigint; readonly events: number; readonly head: string }

/** What is known of the chain of a log: how many events it had, and what it lacked. */
type Known = { readonly _id: string; readonly had: number; readonly gaps?: readonly GapRow[] }
type GapRow = Omit<ChainGap, 'after' | 'until'> & { readonly after: bigint; readonly until: bigint }

const linksAtOnce = 5_000
/** Time limit of an operation, in milliseconds. */
const limitMs = 10_000

/**
 * The hash chain of a log in EventStoreDB, in the collection `chain-<id of the log>`. What is known of it is elsewhere, in `chains`.
 * Rejects with StoreAway.
 */
export const openMongoChain = (db: Db, log: string): KeptChain => {
  const links = db.collection<LinkRow>(`chain-${log}`)
  const chains = db.collection<Known>('chains')
  const ask = <A>(answer: Promise<A>) => answered('read models', answer, limitMs)
  const last = async (): Promise<ChainLink> => {
    const found = await ask(links.findOne({}, { sort: { _id: -1 } }))
    return found ? linkOf(found) : noLink
  }
  const known = () => ask(chains.findOne({ _id: log }))
  const raiseHad = (events: number) =>
    ask(upserted(() => chains.updateOne({ _id: log }, { $max: { had: events } }, { upsert: true })))
  return {
    last,
    async *links(after) {
      for (let from = after, more = true; more; ) {
        const rows = await ask(
          links
            .find({ _id: { $gt: from } })
            .sort({ _id: 1 })
            .limit(linksAtOnce)
            .toArray(),
        )
        yield* rows.map(linkOf)
        from = rows.at(-1)?._id ?? from
        more = rows.length === linksAtOnce
      }
    },
    keep: async ({ position, events, head }) => {
      await ask(
        upserted(() => links.updateOne({ _id: position }, { $setOnInsert: { events, head } }, { upsert: true })),
      )
      await raiseHad(events)
    },
    gaps: async () => ((await known())?.gaps ?? []).map(gapOf),
    async look(head) {
      // first what it had: another node may extend it meanwhile
      const { had = 0, gaps = [] } = (await known()) ?? {}
      const { position, events } = await last()
      if (had < events) await raiseHad(events)
      if (had <= events || gaps.some(gap => gap.events <= events && gap.had >= had)) return
      const gap: GapRow = { after: position, events, until: head, had, at: new Date().toISOString() }
      // another node may have found it at the same time
      await ask(chains.updateOne({ _id: log, 'gaps.had': { $ne: had } }, { $push: { gaps: gap } }))
    },
  }
}

const linkOf = ({ _id, events, head }: LinkRow) => ({ position: BigInt(_id), events: Number(events), head })

const gapOf = ({ after, events, until, had, at }: GapRow): ChainGap => ({
  after: BigInt(after),
  events: Number(events),
  until: BigInt(until),
  had: Number(had),
  at,
})
