import type { Db } from 'mongodb'
import type { Position } from '../../../ports/event-log.ts'
import { answered } from './connect.ts'
import { collectionsOf } from './documents.ts'
import { isDuplicate } from './generations.ts'

type MetaRow = { readonly _id: string; readonly log: string }

/**
 * Drops the read models if they were built from another log, or are ahead of this one (ARCH-25); they are then
 * rebuilt.
 */
export const viewsOfLog = (db: Db, log: string, head: Position): Promise<void> => {
  const meta = db.collection<MetaRow>('meta')
  const { views, feeds, documents } = collectionsOf(db)

  const builtFrom = async (): Promise<string> => {
    const known = await meta.findOne({ _id: 'log' })
    if (known) return known.log
    try {
      await meta.insertOne({ _id: 'log', log })
      return log
    } catch (error) {
      if (!isDuplicate(error)) throw error
      return builtFrom()
    }
  }
  const check = async () => {
    const isOther = (await builtFrom()) !== log
    const wrongFeeds = await feeds.find(isOther ? {} : { position: { $gt: head } }).toArray()
    const fed = wrongFeeds.flatMap(({ members }) => Object.values(members).map(({ collection }) => collection))
    const isWrong = isOther ? {} : { $or: [{ checkpoint: { $gt: head } }, { collection: { $in: fed } }] }
    const wrong = await views.find(isWrong).toArray()
    for (const { _id, made } of wrongFeeds) await feeds.deleteOne({ _id, made })
    for (const { _id, collection } of wrong) {
      await views.deleteOne({ _id, collection })
      await documents(collection).drop()
    }
    if (isOther) await meta.updateOne({ _id: 'log' }, { $set: { log } })
  }
  return answered('read models', check())
}
