import { MongoClient } from 'mongodb'

// Preloaded into a node: counts the operations of its MongoDB clients by the driver's command monitoring, and sends the count to
// whoever sends a message.

let operations = 0
const watched = new WeakSet<MongoClient>()
const { db } = MongoClient.prototype
MongoClient.prototype.db = function (...options) {
  if (!watched.has(this)) {
    watched.add(this)
    // missing in its types
    Object.assign(this, { monitorCommands: true })
    this.on('commandStarted', () => void operations++)
  }
  return db.apply(this, options)
}
process.on('message', () => process.send?.({ operations }))
// the node ends as it would without the benchmark
process.channel?.unref()
