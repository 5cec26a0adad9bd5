import type { Db } from 'mongodb'
import type { SecretStore } from '../../ports/secret-store.ts'
import { answered } from '../read-models/mongodb/connect.ts'
import { isDuplicate } from '../read-models/mongodb/views.ts'

type SecretRow = { readonly _id: string; readonly sealed: string }

/** Time limit of an operation, in milliseconds. */
const limitMs = 10_000

/**
 * The collection `secrets`: every change is journaled by a majority before it is acknowledged. Rejects with StoreAway.
 */
export const openMongoSecretStore = (db: Db): SecretStore => {
  // a value that only a failed primary has seen must not count as agreed by all nodes
  const secrets = db.collection<SecretRow>('secrets', { readConcern: { level: 'linearizable' } })
  const ask = <A>(answer: Promise<A>) => answered('secret store', answer, limitMs)

  const get = async (id: string) => (await ask(secrets.findOne({ _id: id })))?.sealed
  const put = async (id: string, sealed: string): Promise<string> => {
    try {
      await ask(secrets.insertOne({ _id: id, sealed }))
      return sealed
    } catch (error) {
      if (!isDuplicate(error)) throw error
    }
    // undefined if it was deleted meanwhile
    return (await get(id)) ?? put(id, sealed)
  }
  return {
    get,
    put,
    async *list() {
      for (const { _id: id, sealed } of await ask(secrets.find().toArray())) yield { id, sealed }
    },
    replace: async (id, from, to) =>
      (await ask(secrets.updateOne({ _id: id, sealed: from }, { $set: { sealed: to } }))).matchedCount === 1,
    delete: async id => {
      await ask(secrets.deleteOne({ _id: id }))
    },
  }
}
