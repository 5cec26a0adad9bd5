import { systemClock } from '../../../src/adapters/clock/system.ts'
import type { ViewRef } from '../../../src/ports/read-models.ts'
import { memoryLeaseRows } from '../../support/memory/lease-rows.ts'
import { openNodeReadModels } from '../../support/memory/node-read-models.ts'
import { memoryViews } from '../../support/memory/views.ts'
import { volatileTable } from '../../support/memory/volatile-table.ts'
import { readModelsContract } from '../read-models.contract.ts'

const fed: ViewRef = { name: 'fed', version: 1, indexes: [] }

readModelsContract('in memory, for tests', async () => {
  const store = memoryViews()
  const table = volatileTable()
  const leases = memoryLeaseRows()
  const open = (node: string) => openNodeReadModels(store, { node, views: [fed], table, leases, clock: systemClock })
  const [one, two] = [open('one'), open('two')]
  const nodes = { readModels: one.readModels, other: two.readModels }
  return {
    ...nodes,
    advance: async node => {
      const from = store.checkpoint(fed) ?? 0n
      return nodes[node].apply(fed, [], from, from + 1n)
    },
    exchange: async () => {
      for (const node of [one, two, one]) await node.exchange()
    },
    close: async () => {
      await Promise.all([one.readModels.close(), two.readModels.close()])
    },
  }
})
