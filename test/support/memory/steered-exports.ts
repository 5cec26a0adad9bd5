import type { ExportEvent } from '../../../src/domain/exports/events.ts'
import { exportOf } from '../../../src/domain/exports/export.ts'
import type { Step } from '../../../src/engine/react/process.ts'
import { settled } from '../../../src/engine/react/settled.ts'
import { timeOf } from '../../../src/ports/clock.ts'
import { type ExportAction, exportsProcess } from '../../../src/processes/exports/exports.ts'
import { eventsOf } from './log.ts'
import type { MemoryNodes } from './node.ts'

/** The id of the export requested for a campaign of these tests. */
export const id = (campaign: number) => `acme:${campaign}:production:png:1`
/** Requests the export. */
export const initiate = (nodes: MemoryNodes, campaign = 1) =>
  nodes.does(exportOf, id(campaign), {
    kind: 'InitiateExport',
    queueIdOf: run => `q${run}`,
    contentHash: 'c1',
    at: nodes.clock.now().toISOString(),
  })

/** The events of exports in a log. */
export const exportEvents = (log: MemoryNodes['log']): readonly ExportEvent[] => eventsOf(log, exportOf)

export type Item = { readonly id: string }
const complete = async ({ item, claim: { attempt }, work, ports }: Step<Item>) => {
  const created = { zip: 'z', size: 1, filename: 'f', contentHash: 'c1', total: 1, faults: [], at: timeOf(ports) }
  settled(await work.execute(exportOf, item.id, { kind: 'Complete', attempt, ...created }))
}

/** The export process with work under the control of a test: each call waits until the test continues it. */
export const steered = () => {
  const calls: { worker: string; attempt: number; signal: AbortSignal; go(): void; fail(reason: string): void }[] = []
  const process = {
    ...exportsProcess,
    async perform(_: ExportAction, step: Step<Item>) {
      const { claim, signal } = step
      await new Promise<void>((go, refuse) => {
        calls.push({ ...claim, signal, go, fail: reason => refuse(new Error(reason)) })
        signal.addEventListener('abort', () => refuse(signal.reason), { once: true })
      })
      await complete(step)
    },
  }
  return { calls, process }
}
