import { type Db, MongoServerError } from 'mongodb'
import type { LeaseRow, LeaseRows } from '../../../ports/leases.ts'
import { leaseKeptMs } from '../sqlite/lease-rows.ts'

type Row = LeaseRow & { readonly _id: string; readonly expires: Date }

const duplicateKey = 11_000

/**
 * The leases, in the collection `volatile`, from which the server removes rows that nobody touched for a day. Each change is one operation on
 * one document.
 */
export const mongoLeaseRows = (db: Db, ask: <A>(answer: Promise<A>) => Promise<A>, now: () => Date): LeaseRows => {
  const collection = db.collection<Row>('volatile')
  const expires = () => new Date(now().getTime() + leaseKeptMs)
  return {
    async find(prefix) {
      const found = await ask(collection.find({ _id: { $gte: prefix, $lt: `${prefix}\u{10ffff}` } }).toArray())
      return new Map(found.map(({ _id, holder, token, renewals }) => [_id, { holder, token, renewals }]))
    },
    async swap(workId, seen, next) {
      if (seen === undefined) {
        if (next === undefined) return false
        try {
          await ask(collection.insertOne({ _id: workId, ...next, expires: expires() }))
          return true
        } catch (error) {
          if (error instanceof MongoServerError && error.code === duplicateKey) return false
          throw error
        }
      }
      const { token, renewals } = seen
      const filter = { _id: workId, token, ...(renewals === undefined ? {} : { renewals }) }
      if (next === undefined) return (await ask(collection.deleteOne(filter))).deletedCount === 1
      return (await ask(collection.updateOne(filter, { $set: { ...next, expires: expires() } }))).matchedCount === 1
    },
  }
}
