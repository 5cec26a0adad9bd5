import { type Db, MongoServerError } from 'mongodb'

/** Bytes on disk of documents and indexes; undefined where the server does not know the command. Not in milliseconds: it reads catalogues. */
export const bytesOfDatabase = async (db: Db): Promise<number | undefined> => {
  try {
    const { storageSize, indexSize } = await db.stats()
    return Number(storageSize ?? 0) + Number(indexSize ?? 0)
  } catch (error) {
    if (error instanceof MongoServerError) return undefined
    throw error
  }
}
