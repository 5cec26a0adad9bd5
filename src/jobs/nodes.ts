import type { ReadModels } from '../ports/read-models.ts'
import type { NodeState } from '../ports/service-state.ts'

const prefix = 'node:'

/** The volatile value by which a node says how it is. */
export const nodeKey = (worker: string): string => `${prefix}${worker}`

/** The nodes that have said in the last seconds how they are, by the time of their start. */
export const nodesNow = async ({ volatile }: Pick<ReadModels, 'volatile'>): Promise<readonly NodeState[]> => {
  const said = [...(await volatile.find(prefix)).values()].filter(text => text !== '')
  // written by nodes only
  const nodes = said.map((text): NodeState => JSON.parse(text))
  return nodes.sort((a, b) => a.startedAt.localeCompare(b.startedAt) || a.worker.localeCompare(b.worker))
}
