import type { Collection } from 'mongodb'
import type { RetiredRow } from './documents.ts'
import { upserted } from './upserted.ts'

/** Notes that a collection of documents is no longer used; `sweep` drops it when no reader can be left. */
export const retire = (retired: Collection<RetiredRow>, collection: string): Promise<unknown> =>
  upserted(() => retired.updateOne({ _id: collection }, { $set: { at: new Date() } }, { upsert: true }))
