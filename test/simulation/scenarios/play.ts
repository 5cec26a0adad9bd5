import { failuresOf } from '../checks/failures-of.ts'
import { openCluster } from '../cluster.ts'
import { during } from '../during.ts'
import type { Machine } from '../machine.ts'
import type { Answer } from '../node.ts'
import { becomesQuiet } from '../pending.ts'
import { openStage, type Stage } from '../stage.ts'
import type { Action } from '../workload/action.ts'
import { pause } from '../workload/client.ts'
import { type Intent, isFinal } from '../workload/history.ts'
import { send } from '../workload/send.ts'
import { openVisitors } from '../workload/visitors.ts'
import { openWorld } from '../world.ts'

/** Milliseconds that every message needs. */
const latencyMs = 5
/** Milliseconds after which a client no longer waits for an answer. */
const patienceMs = 1_000
/** Virtual milliseconds in which a scenario must end. */
const limitMs = 10 * 60_000

/** What a scenario uses: the requests of a client, and the moments at which nodes fail. */
export type Play = Stage & {
  /** A wish of a client; with a key, its request may be repeated. */
  wish(action: Action, marker: string, key?: string): Intent
  /** Sends the request to a node once; undefined: no answer. */
  sends(intent: Intent, node: number): Promise<Answer | undefined>
  /** Sends the request to a node until it has a final answer. */
  insists(intent: Intent, node: number): Promise<Answer>
  /** The first node fails, just before or just after it appends to a stream of this category. */
  whenAppending(moment: 'before' | 'after', category: string, fail: () => void): void
}

export type Scenario = {
  /** What a user would lose. */
  readonly name: string
  /** How far the wall clock of the second node is ahead, in milliseconds; default: not at all. */
  readonly aheadMs?: number
  /** Milliseconds for which both nodes have run; default: 5 s. */
  readonly ranMs?: number
  run(play: Play): Promise<void>
}

const playOn = (stage: Stage, client: Machine): Play => {
  const sends = (intent: Intent, node: number) => send(client, stage, intent, node, patienceMs)
  return {
    ...stage,
    sends,
    wish(action, marker, key) {
      const intent: Intent = { marker, action, key, sendings: [], isOver: false }
      stage.intents.push(intent)
      return intent
    },
    async insists(intent, node) {
      for (;;) {
        const answer = await sends(intent, node)
        if (answer && isFinal(answer)) return answer
        await pause(500)
      }
    },
    whenAppending: (moment, category, fail) =>
      stage.world.aim.at(moment, { stream: `${category}-` }, machine => {
        if (stage.cluster.placeOf(machine) !== 0) throw new Error(`${machine.name} appended first`)
        fail()
      }),
  }
}

/** Plays a scenario on two nodes, and compares what came of it with what is promised. */
export const play = async (
  { aheadMs = 0, ranMs = 5_000, run }: Scenario,
  onNote?: (line: string) => void,
): Promise<readonly string[]> => {
  const world = openWorld({ seed: 1, latencyMs, onNote })
  const cluster = openCluster(world, [0, aheadMs])
  const stage = openStage(world, cluster)
  const { timeline } = world
  cluster.start(0)
  await timeline.run(limitMs, () => cluster.isUp(0))
  await during(timeline, limitMs, openVisitors(stage).prepare(), 'the preparation')
  cluster.restart(0, 0)
  cluster.start(1)
  await timeline.run(limitMs, () => cluster.isUp(0) && cluster.isUp(1))
  await timeline.run(timeline.now() + ranMs, () => false)
  const client = world.machine('client')
  await during(
    timeline,
    limitMs,
    client.run(() => run(playOn(stage, client))),
    'the scenario',
  )
  await during(timeline, limitMs, becomesQuiet(stage), 'the service')
  return failuresOf(stage, [])
}
