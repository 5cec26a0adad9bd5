import { Collection, type Db, type MongoClient } from 'mongodb'

/** Called with the name of each command that is sent, and the view or collection that it is about. */
export type OnCommand = (command: string, on: string) => void

/** The command that each method of a collection sends. Bulk writes of this program change documents, and insert none. */
const commands: ReadonlyMap<PropertyKey, string> = new Map<keyof Collection, string>([
  ['find', 'find'],
  ['findOne', 'find'],
  ['findOneAndUpdate', 'findAndModify'],
  ['countDocuments', 'aggregate'],
  ['insertOne', 'insert'],
  ['insertMany', 'insert'],
  ['updateOne', 'update'],
  ['updateMany', 'update'],
  ['bulkWrite', 'update'],
  ['deleteOne', 'delete'],
  ['deleteMany', 'delete'],
  ['indexes', 'listIndexes'],
  ['createIndex', 'createIndexes'],
  ['createIndexes', 'createIndexes'],
  ['drop', 'drop'],
])

/** The view whose documents are in a collection, else the collection's name. */
const aboutOf = (collection: string): string => /^view\.(.+)\.\d+\.[0-9a-f]+$/.exec(collection)?.[1] ?? collection

/** The same object, but with the results of its methods as `called` returns them. */
const watched = <A extends object>(
  object: A,
  called: (name: PropertyKey, args: readonly unknown[], result: unknown) => unknown,
): A =>
  new Proxy(object, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      // methods call each other on the object itself: only what this program asks for is counted
      return (...args: unknown[]) => called(name, args, Reflect.apply(value, target, args))
    },
  })

/**
 * A database that reports the commands of each call, since the driver's command monitoring parses every answer a second time
 * (ADR 0096). Retries of the driver and further batches of a cursor are not reported: a read of a bounded number of documents
 * asks for one batch.
 */
export const countedDb = (db: Db, onCommand: OnCommand): Db => {
  const counted = (collection: Collection): Collection => {
    const about = aboutOf(collection.collectionName)
    return watched(collection, (name, _, result) => {
      const command = commands.get(name)
      if (command !== undefined) onCommand(command, about)
      return result
    })
  }
  return watched(db, (name, [first], result) => {
    if (name === 'stats') onCommand('dbStats', '')
    if (name === 'listCollections') onCommand('listCollections', '')
    if (name === 'command') onCommand(Object.keys(first ?? {})[0] ?? '', '')
    return result instanceof Collection ? counted(result) : result
  })
}

/** The same for the one operation that a client has of its own. */
export const countedClient = (client: MongoClient, onCommand: OnCommand): Pick<MongoClient, 'bulkWrite'> =>
  watched(client, (name, _, result) => {
    if (name === 'bulkWrite') onCommand('bulkWrite', '')
    return result
  })
