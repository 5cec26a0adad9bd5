import './ambient.ts'
import { sha256 } from '../../src/domain/shared/digest.ts'
import { failuresOf } from './checks/failures-of.ts'
import { openCluster } from './cluster.ts'
import { during } from './during.ts'
import { type FaultKind, faultKinds, startFaults } from './faults.ts'
import { becomesQuiet, pendingIn } from './pending.ts'
import type { Random } from './random.ts'
import { openStage } from './stage.ts'
import { isAccepted } from './workload/history.ts'
import { openVisitors } from './workload/visitors.ts'
import { openWorld, type World } from './world.ts'

export type Options = {
  readonly seed: number
  /** The kinds of faults to draw from; default: all. */
  readonly only?: readonly FaultKind[] | undefined
  readonly onNote?: ((line: string) => void) | undefined
}

export type Report = {
  readonly seed: number
  readonly kinds: readonly FaultKind[]
  /** What was not as promised; empty if all was well. */
  readonly failures: readonly string[]
  readonly requests: number
  readonly accepted: number
  readonly events: number
  /** Virtual milliseconds. */
  readonly lasted: number
  /** A hash of what happened; the same seed gives the same. */
  readonly fingerprint: string
}

/** Virtual milliseconds in which everything pending must end once nothing goes wrong any more. */
const patienceMs = 30 * 60_000
const startMs = 60_000

/** How a simulation differs from others: nodes, clocks, clients, and what goes wrong how often. */
const planOf = (random: Random, only: readonly FaultKind[] | undefined) => {
  const kinds = (only ?? faultKinds).filter(() => only?.length === 1 || random.chance(0.35))
  const nodes = random.between(kinds.length === 0 ? 1 : 2, 3)
  const apart = kinds.includes('clocks') && random.chance(0.6) ? 9_000 : 50
  return {
    kinds,
    aheads: Array.from({ length: nodes }, () => random.between(-apart, apart)),
    usualMs: random.pick([1, 3, 10, 30]),
    clients: random.between(2, 5),
    wishes: random.between(4, 12),
    everyMs: random.between(300, 3_000),
    troubleMs: random.between(3_000, 15_000),
  }
}

/** The hash of the log and of the timeline. */
const fingerprintOf = ({ log, timeline }: World): string => {
  const events = log.events.map(({ id, stream, type, data, metadata: { at, actor } }) => [
    id,
    stream,
    type,
    data,
    at,
    actor,
  ])
  return sha256(JSON.stringify([timeline.count(), timeline.now(), events])).slice(0, 12)
}

/** Runs the service through the events of one seed, and compares what came of it with what is promised. */
export const simulate = async ({ seed, only, onNote }: Options): Promise<Report> => {
  const world = openWorld({ seed, latencyMs: 1, onNote })
  const { random, timeline, log, note } = world
  const { kinds, aheads, usualMs, clients, wishes, everyMs, troubleMs } = planOf(random, only)
  note(() => `seed ${seed}: ${kinds.join(', ') || 'no faults'}; clocks ahead by ${aheads.join(', ')} ms`)
  const cluster = openCluster(world, aheads)
  const stage = openStage(world, cluster)
  const visitors = openVisitors(stage)
  const pending: string[] = []
  const late = (error: unknown) => void pending.push(String(error))

  cluster.start(0)
  await timeline.run(startMs, () => cluster.isUp(0))
  await during(timeline, startMs, visitors.prepare(), 'the preparation')
  for (let at = 1; at < cluster.size; at++) cluster.start(at)
  world.conditions.vary(usualMs)
  const endFaults = startFaults(world, cluster, kinds, everyMs, random.fork())
  timeline.after(troubleMs, () => {
    note(() => 'from now on nothing goes wrong')
    endFaults()
  })
  const visits = Array.from({ length: clients }, (_, i) => visitors.visit(`client ${i + 1}`, wishes))
  await during(timeline, troubleMs + patienceMs, Promise.all(visits), 'the clients').catch(late)
  await timeline.run(Math.max(timeline.now(), troubleMs), () => false)
  await during(timeline, patienceMs, becomesQuiet(stage), 'the service').catch(late)
  if (pending.length > 0) pending.push(...pendingIn(stage).slice(0, 5))

  const sendings = stage.intents.flatMap(intent => intent.sendings)
  return {
    seed,
    kinds,
    failures: [...pending, ...(await failuresOf(stage, kinds))],
    requests: sendings.length,
    accepted: sendings.filter(({ answer }) => answer && isAccepted(answer)).length,
    events: log.events.length,
    lasted: Math.round(timeline.now()),
    fingerprint: fingerprintOf(world),
  }
}
