import { templateWorkflows } from '../../../projections/templates/template-workflows.ts'
import { isPastRetry, pastRetryUntil, sourceFilesOf } from '../../domain/templates/workflow/state.ts'
import { templateWorkflow, templateWorkflowId } from '../../domain/templates/workflow/workflow.ts'
import { settled } from '../../engine/react/settled.ts'
import { parsed } from '../../engine/read/documents.ts'
import type { Work } from '../../engine/write/execute.ts'
import { filesInUse } from '../../lookups/files-in-use.ts'
import { timeOf } from '../../ports/clock.ts'
import type { Ports } from '../../ports/ports.ts'
import { removeFile } from '../sweeping/remove-file.ts'

type Sweep = {
  readonly ports: Pick<Ports, 'readModels' | 'blobs' | 'clock'>
  readonly work: Work
  readonly signal: AbortSignal
}
type Overdue = { readonly id: string; readonly files: readonly string[] }

/** The generations that ended without templates too long ago to be tried again, and still have files that they were started with. */
const overdueSources = async ({ ports: { readModels, clock }, signal }: Sweep): Promise<readonly Overdue[]> => {
  const overdue: Overdue[] = []
  for await (const stored of readModels.all(templateWorkflows)) {
    if (signal.aborted) break
    const workflow = parsed(templateWorkflows, stored)
    const files = sourceFilesOf(workflow)
    if (files.length === 0 || workflow.sourcesDeletedAt !== undefined || !isPastRetry(workflow, clock.now())) continue
    overdue.push({ id: templateWorkflowId(workflow.accountId, workflow.requestId), files })
  }
  return overdue
}

/**
 * One mark-and-sweep pass over the files that generations were started with (TEMPLATE-35): deletes them 24 hours after a generation failed or
 * was terminated, unless something else names the same bytes or they were stored again. Returns the number of deleted files. A pass may be
 * interrupted, and two nodes may sweep at the same time: deleting and recording are idempotent.
 */
export const sweepWorkflowSources = async (sweep: Sweep): Promise<number> => {
  const { ports, work, signal } = sweep
  const overdue = await overdueSources(sweep)
  const needed = await filesInUse(new Set(overdue.flatMap(({ files }) => files)), ports)
  let deleted = 0
  for (const { id, files } of overdue) {
    if (signal.aborted) break
    // an operator may have had it tried again just before
    const { state } = await work.load(templateWorkflow, id)
    if (state === undefined || !isPastRetry(state, ports.clock.now())) continue
    const unused = files.filter(file => !needed.has(file))
    const removed = await Promise.all(unused.map(file => removeFile(ports, file, pastRetryUntil(ports.clock.now()))))
    if (removed.includes(false)) continue
    deleted += removed.length
    settled(await work.execute(templateWorkflow, id, { kind: 'DropSources', at: timeOf(ports) }))
  }
  return deleted
}
