import { pipe } from 'fp-ts/lib/function.js'
import type { Rejection } from '../domain/shared/decider.ts'
import { digestOf } from '../domain/shared/digest.ts'
import type { WorkflowSource } from '../domain/templates/workflow/events.ts'
import type { Workflow } from '../domain/templates/workflow/state.ts'
import { templateWorkflow, templateWorkflowId } from '../domain/templates/workflow/workflow.ts'
import * as TE from '../engine/task-either.ts'
import type { Work } from '../engine/write/execute.ts'
import { drawnId, executed, onlyOnce } from '../engine/write/steps.ts'
import { timeOf } from '../ports/clock.ts'
import type { Ports } from '../ports/ports.ts'
import { sealed } from './sealed-url.ts'

/** What a start operation was sent; `files`: sources that are stored. */
export type WorkflowWanted = {
  readonly accountId: string
  readonly requestId: string
  readonly retailer: { readonly id: string; readonly name: string }
  readonly inventoryType: string
  readonly brandUrl?: string | undefined
  /** Stored files; the address comes first. */
  readonly files: TE.TaskEither<Rejection, readonly WorkflowSource[]>
}

/**
 * Starts a workflow under its requestId (TEMPLATE-5). The same request again changes nothing and has the same answer; another one is
 * `request-id-reused`. A repeat after a crash stores no file again.
 */
export const startedWorkflow = (
  work: Work,
  { secrets, clock }: Pick<Ports, 'secrets' | 'clock'>,
  { files, brandUrl, ...own }: WorkflowWanted,
): TE.TaskEither<Rejection, Started> => {
  const { accountId, requestId } = own
  const id = templateWorkflowId(accountId, requestId)
  const initiated = pipe(
    files,
    TE.bindTo('files'),
    TE.bind('urls', () => TE.fromTask(() => sealedSources(secrets, accountId, brandUrl))),
    TE.flatMap(stored =>
      executed(work, templateWorkflow, id, {
        kind: 'Initiate',
        ...own,
        workflowId: drawnId(work, 'template-workflow'),
        sources: [...stored.urls, ...stored.files],
        // of the address as it was sent: it is sealed differently each time
        digest: digestOf([own, brandUrl ?? null, stored.files]),
        at: timeOf({ clock }),
      }),
    ),
    onlyOnce(work, templateWorkflow, id),
  )
  return pipe(
    initiated,
    TE.map(({ state }) => startedOf(requestId, state)),
  )
}

type Started = { readonly requestId: string; readonly status: 'INITIATED'; readonly workflowId: string }

const startedOf = (requestId: string, workflow: Workflow | undefined): Started => ({
  requestId,
  status: 'INITIATED',
  workflowId: workflow?.workflowId ?? '',
})

const sealedSources = async (
  secrets: Ports['secrets'],
  accountId: string,
  url: string | undefined,
): Promise<readonly WorkflowSource[]> =>
  url === undefined ? [] : [{ kind: 'url', sealedUrl: await sealed(secrets, accountId, url) }]
