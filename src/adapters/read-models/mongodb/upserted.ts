import { isDuplicate } from './generations.ts'

/**
 * An upsert by `_id` whose update may be repeated: where another writer inserts the document at the same time, a server may
 * answer with a duplicate key (FerretDB does; MongoDB tries again by itself), and the second attempt finds the document.
 */
export const upserted = async <A>(upsert: () => Promise<A>): Promise<A> => {
  try {
    return await upsert()
  } catch (error) {
    if (!isDuplicate(error)) throw error
    return upsert()
  }
}
