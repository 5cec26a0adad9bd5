import { exportOf } from '../../../src/domain/exports/export.ts'
import type { Claim } from '../../../src/engine/react/process.ts'
import { settled } from '../../../src/engine/react/settled.ts'
import type { Work } from '../../../src/engine/write/execute.ts'
import type { Ports } from '../../../src/ports/ports.ts'
import { exportsProcess } from '../../../src/processes/exports/exports.ts'
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

export type Item = { readonly id: string }
const complete = async (item: Item, { attempt }: Claim, work: Work, { clock }: Ports) => {
  const at = clock.now().toISOString()
  const result = { zip: 'z', size: 1, filename: 'f', contentHash: 'c1', total: 1, faults: [], at }
  settled(await work.execute(exportOf, item.id, { kind: 'Complete', attempt, ...result }))
}

/** The export process with work under the control of a test: each call waits until the test continues it. */
export const steered = () => {
  const calls: { worker: string; attempt: number; signal: AbortSignal; go(): void; fail(reason: string): void }[] = []
  const process = {
    ...exportsProcess,
    async perform(item: Item, claim: Claim, work: Work, ports: Ports, signal: AbortSignal) {
      await new Promise<void>((go, refuse) => {
        calls.push({ ...claim, signal, go, fail: reason => refuse(new Error(reason)) })
        signal.addEventListener('abort', () => refuse(signal.reason), { once: true })
      })
      await complete(item, claim, work, ports)
    },
  }
  return { calls, process }
}
