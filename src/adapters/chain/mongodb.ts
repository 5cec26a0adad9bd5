import type { Db } from 'mongodb'
import { noLink } from '../../engine/write/chaining.ts'
import type { KeptChain } from '../../ports/chain.ts'
import { answered } from '../read-models/mongodb/connect.ts'

type LinkRow = { readonly _id: bigint; readonly events: number; readonly head: string }

const linksAtOnce = 5_000
/** Time limit of an operation, in milliseconds. */
const limitMs = 10_000

/** The hash chain of a log in EventStoreDB, in the collection `chain-<id of the log>`. Rejects with StoreAway. */
export const openMongoChain = (db: Db, log: string): KeptChain => {
  const links = db.collection<LinkRow>(`chain-${log}`)
  const ask = <A>(answer: Promise<A>) => answered('read models', answer, limitMs)
  return {
    async last() {
      const found = await ask(links.findOne({}, { sort: { _id: -1 } }))
      return found ? linkOf(found) : noLink
    },
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
      await ask(links.updateOne({ _id: position }, { $setOnInsert: { events, head } }, { upsert: true }))
    },
  }
}

const linkOf = ({ _id, events, head }: LinkRow) => ({ position: BigInt(_id), events: Number(events), head })
