import { randomUUID } from 'node:crypto'
import { EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client'
import { MongoClient } from 'mongodb'
import { serveKoa } from './koa-app.ts'
import { library } from './library.ts'

// Koa on EventStoreDB and MongoDB that only writes: one append and two upserts a command, a page and its count a query, one document a read; no
// aggregate, no rules, no views that are built from the log.

const { EVENTSTOREDB_URL = '', MONGODB_URL = '' } = process.env
const events = EventStoreDBClient.connectionString(EVENTSTOREDB_URL)
const mongo = new MongoClient(MONGODB_URL, { writeConcern: { w: 'majority', journal: true } })
const db = mongo.db()
const prefix = `bare_${randomUUID()}_`
const assets = db.collection<{ _id: string; size: number }>(`${prefix}assets`)
const creatives = db.collection<{ _id: string }>(`${prefix}creatives`)
const campaigns = db.collection<{ _id: string }>(`${prefix}campaigns`)
await assets.createIndex({ size: 1 })
await assets.insertMany(library.map(asset => ({ _id: asset.path, ...asset })))

/** The last revision of each campaign's stream. One connection writes to a campaign, so nobody waits for another. */
const heads = new Map<string, bigint>()

serveKoa({
  save: async (campaign, body) => {
    const head = heads.get(campaign)
    const event = jsonEvent({ id: randomUUID(), type: 'CreativeSaved', data: body })
    const { nextExpectedRevision } = await events.appendToStream(`${prefix}creatives-${campaign}`, event, {
      expectedRevision: head ?? NO_STREAM,
    })
    heads.set(campaign, nextExpectedRevision)
    const { creativeName, dynamicAssets } = body
    const _id = `${campaign}:${creativeName}`
    await Promise.all([
      creatives.updateOne({ _id }, { $set: { creativeName, dynamicAssets } }, { upsert: true }),
      campaigns.updateOne(
        { _id: campaign },
        { $set: { creativeName, revision: Number(nextExpectedRevision) } },
        { upsert: true },
      ),
    ])
  },
  read: async campaign => JSON.stringify(await campaigns.findOne({ _id: campaign })),
  list: async ({ limit, offset, largerThan }) => {
    const filter = { size: { $gt: largerThan } }
    const [page, count] = await Promise.all([
      assets.find(filter, { sort: { _id: 1 }, skip: offset, limit, projection: { _id: 0 } }).toArray(),
      assets.countDocuments(filter),
    ])
    return JSON.stringify({ assets: page, count, next: null, previous: null })
  },
})
