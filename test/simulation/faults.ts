import type { Cluster } from './cluster.ts'
import type { Store } from './conditions.ts'
import type { Random } from './random.ts'
import type { World } from './world.ts'

/** What can go wrong; a simulation has some of them. */
export const faultKinds = ['kills', 'restarts', 'stalls', 'clocks', 'outages', 'lost-answers', 'mail'] as const
export type FaultKind = (typeof faultKinds)[number]

type Strike = (world: World, cluster: Cluster, random: Random) => void

const anyNode = ({ size }: Cluster, random: Random) => random.between(0, size - 1)

/** Beginnings of streams to aim at: any, and those of commands that clients often repeat. */
const targets = ['', '', 'creatives-', 'creatives-', 'api-key-', 'activation-', 'retail-campaign-', 'export-', 'cloud-']

/** Strikes a node at once, or mostly at one of the next appends. */
const atNode =
  (strike: (cluster: Cluster, at: number, random: Random) => void): Strike =>
  ({ aim }, cluster, random) => {
    if (random.chance(0.3)) return strike(cluster, anyNode(cluster, random), random)
    const target = { stream: random.pick(targets), skip: random.between(0, 2) }
    aim.at(random.pick(['before', 'after']), target, machine => {
      const at = cluster.placeOf(machine)
      if (at !== undefined) strike(cluster, at, random)
    })
  }
const stores: readonly Store[] = ['event log', 'read models', 'files', 'secrets', 'mail server', 'cloud']

/** One fault of each kind. */
const strikes: Readonly<Record<FaultKind, Strike>> = {
  kills: atNode((cluster, at, random) => cluster.kill(at, random.between(50, 7_000))),
  restarts: (_, cluster, random) => cluster.restart(anyNode(cluster, random), random.between(50, 2_000)),
  stalls: atNode((cluster, at, random) =>
    cluster.stall(at, random.chance(0.3) ? random.between(100, 3_000) : random.between(6_000, 15_000)),
  ),
  clocks: (_, cluster, random) => cluster.jump(anyNode(cluster, random), random.between(-10_000, 10_000)),
  outages: ({ conditions, timeline, note }, _, random) => {
    const store = random.pick(stores)
    note(() => `the ${store} cannot be reached`)
    conditions.away(store, true)
    timeline.after(random.between(200, 4_000), () => conditions.away(store, false))
  },
  'lost-answers': ({ conditions, timeline, note }, _, random) => {
    note(() => 'answers of stores are lost')
    conditions.losing(random.fraction() * 0.3)
    timeline.after(random.between(100, 1_500), () => conditions.losing(0))
  },
  mail: ({ mailServer, note }, _, random) => {
    const address = random.pick(['ann@example.com', 'bob@example.com', 'rob@example.com'])
    note(() => `the mail server defers ${address}`)
    mailServer.defer(address)
  },
}

/** Has things of these kinds go wrong from now on, every `everyMs` on average. Returns a function that ends that. */
export const startFaults = (
  world: World,
  cluster: Cluster,
  kinds: readonly FaultKind[],
  everyMs: number,
  random: Random,
): (() => void) => {
  let isOver = kinds.length === 0
  const next = () => {
    if (isOver) return
    world.timeline.after(2 * everyMs * random.fraction(), () => {
      if (isOver) return
      strikes[random.pick(kinds)](world, cluster, random)
      next()
    })
  }
  next()
  return () => {
    isOver = true
    world.aim.clear()
    world.conditions.heal()
    world.mailServer.heal()
  }
}
