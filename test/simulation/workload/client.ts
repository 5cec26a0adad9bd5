import type { Machine } from '../machine.ts'
import type { Answer } from '../node.ts'
import type { Stage } from '../stage.ts'
import type { Action } from './action.ts'
import { type Intent, isAccepted, isFinal } from './history.ts'
import { revisionOf, send } from './send.ts'

export const pause = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))

/** A client on a machine of its own, which never fails. It asks for one thing after the other. */
export const openClient = (machine: Machine, stage: Stage) => {
  const { random } = machine
  const { cluster, intents, misread } = stage
  /** A node as a load balancer chooses it: one that listens, if there is one. */
  const anyNode = () => {
    const all = Array.from({ length: cluster.size }, (_, at) => at)
    const listening = all.filter(cluster.isUp)
    return random.pick(listening.length > 0 ? listening : all)
  }

  const sendTo = (intent: Intent, node: number) => send(machine, stage, intent, node, random.between(500, 5_000))

  /** Reads what was written, on any node. */
  const readBack = async ({ action, marker }: Intent, written: Answer): Promise<void> => {
    const revision = revisionOf(written)
    if (action.read === undefined || revision === undefined) return
    const headers = { 'endcap-after-position': String(written.headers['endcap-position']) }
    const read = await cluster.send(machine, anyNode(), { method: 'GET', path: action.read, headers }, 8_000)
    const found = read?.status === 200 ? revisionOf(read) : undefined
    if (found !== undefined && found < revision)
      misread.push(`${marker} wrote revision ${revision} of ${action.read}, and then read revision ${found}`)
  }

  /** Sends a request until it has a final answer, or `tries` are over. */
  const settle = async (intent: Intent, tries: number): Promise<Answer | undefined> => {
    for (let tried = 1; ; tried++) {
      const answer = await sendTo(intent, anyNode())
      if (answer && isFinal(answer)) return answer
      if (tried >= tries) return undefined
      await pause(random.between(50, 1_000))
    }
  }

  const carryOut = async (intent: Intent): Promise<Answer | undefined> => {
    const { action, key } = intent
    if (key === undefined) return settle(intent, action.request.method === 'POST' ? 1 : random.between(1, 3))
    if (random.chance(0.3)) {
      // an impatient client, or a proxy that repeats: the same request to two nodes at once
      const answers = await Promise.all([sendTo(intent, anyNode()), sendTo(intent, anyNode())])
      const final = answers.find(answer => answer && isFinal(answer))
      if (final) return final
    }
    return settle(intent, Number.POSITIVE_INFINITY)
  }

  return {
    /** Asks for something, and resolves when that is settled. */
    async ask(action: Action, marker: string, key: string | undefined): Promise<Answer | undefined> {
      const intent: Intent = { marker, action, key, sendings: [], isOver: false }
      intents.push(intent)
      const answer = await carryOut(intent)
      if (answer && isAccepted(answer)) await readBack(intent, answer)
      if (key !== undefined && random.chance(0.25)) {
        await pause(random.between(10, 4_000))
        await settle(intent, Number.POSITIVE_INFINITY)
      }
      intent.isOver = true
      return answer
    },
  }
}
