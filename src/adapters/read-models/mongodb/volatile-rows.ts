import { type Db, MongoServerError } from 'mongodb'
import type { CounterRow, LatestRow, VolatileRows } from '../sqlite/volatile-rows.ts'

/** A counter or value of one node under a key. `touched`: last change, by the server's clock. */
type Row = {
  readonly _id: string
  readonly node: string
  readonly key: string
  readonly total?: number
  readonly value?: string
  readonly at: number
  readonly expires: Date
  readonly touched: Date
}

/** How much later a row may become visible than one touched after it, in milliseconds. */
const overlap = 5_000
/** Interval at which a node removes its expired rows where the server does not, in milliseconds. */
const removeEvery = 60_000
const notImplemented = 238

const summed = (rows: readonly Row[]): CounterRow => ({
  key: rows[0]!.key,
  total: rows.reduce((sum, row) => sum + (row.total ?? 0), 0),
  expires: Math.max(...rows.map(row => row.expires.getTime())),
  at: Math.max(...rows.map(row => row.at)),
})

/**
 * Exchanges volatile rows between nodes (HTTP-19) through a collection from which the server removes expired rows.
 * Each node writes complete rows of its own, so a repeat is not counted twice. They need not survive a crash.
 */
export const volatileExchange = async (db: Db, node: string) => {
  const collection = db.collection<Row>('volatile', { writeConcern: { w: 1, j: false } })
  let removesItself = true
  try {
    await collection.createIndex({ expires: 1 }, { expireAfterSeconds: 0 })
  } catch (error) {
    if (!(error instanceof MongoServerError) || error.code !== notImplemented) throw error
    removesItself = false
  }
  await collection.createIndex({ touched: 1 })
  const others = new Map<string, Row>()
  let seen = new Date(0)

  const publish = async ({ counters, latest }: VolatileRows) => {
    const rows = [
      ...counters.map(({ key, total, expires, at }) => ({ kind: 'counter', key, set: { total, at }, expires })),
      ...latest.map(({ key, value, expires, at }) => ({ kind: 'latest', key, set: { value, at }, expires })),
    ]
    if (rows.length === 0) return
    await collection.bulkWrite(
      rows.map(({ kind, key, set, expires }) => ({
        updateOne: {
          filter: { _id: `${node}:${kind}:${key}` },
          update: { $set: { node, key, ...set, expires: new Date(expires) }, $currentDate: { touched: true } },
          upsert: true,
        },
      })),
      { ordered: false },
    )
  }
  const receive = async (now: Date): Promise<VolatileRows> => {
    const since = new Date(seen.getTime() - overlap)
    const fresh = await collection
      .find({ touched: { $gt: since }, node: { $ne: node }, expires: { $gt: now } })
      .toArray()
    for (const [id, row] of others) if (row.expires <= now) others.delete(id)
    for (const row of fresh) {
      others.set(row._id, row)
      if (row.touched > seen) seen = row.touched
    }
    const changed = new Set(fresh.filter(row => row.total !== undefined).map(row => row.key))
    const byKey = Map.groupBy(
      [...others.values()].filter(row => row.total !== undefined && changed.has(row.key)),
      row => row.key,
    )
    const latest = fresh.flatMap(({ key, value, at, expires }): LatestRow[] =>
      value === undefined ? [] : [{ key, value, at, expires: expires.getTime() }],
    )
    return { counters: [...byKey.values()].map(summed), latest }
  }
  let removedAt = 0
  const remove = async (now: number) => {
    if (removesItself || now - removedAt < removeEvery) return
    removedAt = now
    await collection.deleteMany({ node, expires: { $lte: new Date(now) } })
  }
  return async (rows: VolatileRows, now: number): Promise<VolatileRows> => {
    await publish(rows)
    await remove(now)
    return receive(new Date(now))
  }
}
