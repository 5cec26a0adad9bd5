import type { ExportEvent } from '../../../src/domain/exports/events.ts'
import { exportOf } from '../../../src/domain/exports/export.ts'
import { AttemptFailed } from '../../../src/engine/react/attempt-failed.ts'
import type { Step } from '../../../src/engine/react/process.ts'
import { settled } from '../../../src/engine/react/settled.ts'
import { timeOf } from '../../../src/ports/clock.ts'
import { type ExportAction, exportsProcess } from '../../../src/processes/exports/exports.ts'
import { eventsOf } from './log.ts'
import type { MemoryNodes } from './node.ts'

/** The id of the export requested for a campaign of these tests. */
export const id = (campaign: number, accountId = 'acme') => `${accountId}:${campaign}:production:png:1`
/** Requests the export. */
export const initiate = (nodes: MemoryNodes, campaign = 1, accountId = 'acme') =>
  nodes.does(exportOf, id(campaign, accountId), {
    kind: 'InitiateExport',
    queueIdOf: run => `q${run}`,
    contentHash: 'c1',
    at: nodes.clock.now().toISOString(),
  })

/** The events of exports in a log. */
export const exportEvents = (log: MemoryNodes['log']): readonly ExportEvent[] => eventsOf(log, exportOf)

export type Item = { readonly id: string }
const complete = async ({ item, claim: { attempt }, work, ports }: Step<Item>) => {
  const created = {
    zip: 'z',
    size: 1,
    filename: 'f',
    contentHash: 'c1',
    total: 1,
    failed: 0,
    faults: [],
    at: timeOf(ports),
  }
  settled(await work.execute(exportOf, item.id, { kind: 'Complete', attempt, ...created }))
}

/** A call of the steered work; `id`: of its export. */
type Call = {
  readonly id: string
  readonly worker: string
  readonly attempt: number
  readonly signal: AbortSignal
  go(): void
  /** Fails for a reason that is for people. */
  fail(reason: string): void
  /** Fails with any error. */
  break(error: unknown): void
}

/** The export process with work under the control of a test: each call waits until the test continues it. */
export const steered = () => {
  const calls: Call[] = []
  const process = {
    ...exportsProcess,
    async perform(_: ExportAction, step: Step<Item>) {
      const { item, claim, signal } = step
      await new Promise<void>((go, refuse) => {
        calls.push({
          ...claim,
          id: item.id,
          signal,
          go,
          fail: reason => refuse(new AttemptFailed(reason)),
          break: refuse,
        })
        signal.addEventListener('abort', () => refuse(signal.reason), { once: true })
      })
      await complete(step)
    },
  }
  return { calls, process }
}
