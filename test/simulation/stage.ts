import type { Cluster } from './cluster.ts'
import type { Known } from './workload/action.ts'
import type { Intent } from './workload/history.ts'
import type { World } from './world.ts'

/** A simulation: the service, those who use it, and what they saw. */
export type Stage = {
  readonly world: World
  readonly cluster: Cluster
  readonly known: Known
  /** Everything that clients wanted. */
  readonly intents: Intent[]
  /** What clients read that they should not have. */
  readonly misread: string[]
}

const nobodyYet = (): Known => ({
  account: 'acme',
  org: 'org1',
  campaigns: [],
  channels: [],
  classic: [],
  keys: [],
  clouds: [],
  copies: [],
  revisions: new Map(),
  links: [],
})

export const openStage = (world: World, cluster: Cluster): Stage => ({
  world,
  cluster,
  known: nobodyYet(),
  intents: [],
  misread: [],
})
