import { openMongoReadModels } from '../../../src/adapters/read-models/mongodb/open-read-models.ts'
import type { ViewRef } from '../../../src/ports/read-models.ts'
import { onMongo, startMongo } from '../../support/servers/mongodb.ts'
import { readModelsContract } from '../read-models.contract.ts'

const fed: ViewRef = { name: 'fed', version: 1, indexes: [] }

const contract = (server: string) =>
  readModelsContract(`MongoDB (${server})`, async () => {
    const { url, close } = await startMongo()
    const views = () => [fed]
    const [one, two] = await Promise.all([openMongoReadModels({ url, views }), openMongoReadModels({ url, views })])
    const nodes = { readModels: one.readModels, other: two.readModels }
    return {
      ...nodes,
      advance: async node => {
        const from = (await nodes[node].checkpoint(fed)) ?? 0n
        return nodes[node].apply(fed, [], from, from + 1n)
      },
      exchange: async () => {
        for (const node of [one, two, one]) await node.exchangeCounters()
      },
      close: async () => {
        await Promise.all([one.readModels.close(), two.readModels.close()])
        await close()
      },
    }
  })

onMongo('the contract of the read models', contract)
