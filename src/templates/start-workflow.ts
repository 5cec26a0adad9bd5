import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { Rejection } from '../domain/shared/decider.ts'
import { digestOf } from '../domain/shared/digest.ts'
import type { TemplateWorkflowEvent, WorkflowSource } from '../domain/templates/workflow/events.ts'
import type { Workflow } from '../domain/templates/workflow/state.ts'
import { templateWorkflow, templateWorkflowId } from '../domain/templates/workflow/workflow.ts'
import * as TE from '../engine/task-either.ts'
import { type Change, changeOf } from '../engine/write/change.ts'
import type { Executed, Work } from '../engine/write/execute.ts'
import { drawnId } from '../engine/write/steps.ts'
import { timeOf } from '../ports/clock.ts'
import type { Ports } from '../ports/ports.ts'
import { type Room, withRoom } from '../storage/room.ts'
import { sealed } from './sealed-url.ts'
import { type CheckedUpload, namedUploads, storeUploads } from './uploaded-source.ts'

/** What a start operation was sent; `files`: sources that are stored. */
export type WorkflowWanted = {
  readonly accountId: string
  readonly requestId: string
  readonly retailer: { readonly id: string; readonly name: string }
  readonly inventoryType: string
  readonly brandUrl?: string | undefined
  /** Files that were checked; the address comes first. */
  readonly files: TE.TaskEither<Rejection, readonly CheckedUpload[]>
}

/**
 * Starts a workflow under its requestId (TEMPLATE-5). The same request again changes nothing and has the same answer; another one is
 * `request-id-reused`. Neither stores a file again, nor does a repeat after a crash.
 */
export const startedWorkflow = (work: Work, ports: StartPorts, { files, ...wanted }: WorkflowWanted): Change<Started> =>
  changeOf(
    templateWorkflow,
    templateWorkflowId(wanted.accountId, wanted.requestId),
    pipe(
      files,
      TE.flatMap(
        checked => () => withRoom(ports, wanted.accountId, room => initiated(work, ports, wanted, checked, room)),
      ),
    ),
    ({ state }) => TE.right(startedOf(wanted.requestId, state)),
  )

type StartPorts = Pick<Ports, 'secrets' | 'clock' | 'blobs' | 'config' | 'readModels'>

const initiated = async (
  work: Work,
  ports: StartPorts,
  { brandUrl, ...own }: Omit<WorkflowWanted, 'files'>,
  checked: readonly CheckedUpload[],
  room: Room,
): Promise<E.Either<Rejection, Executed<Workflow | undefined, TemplateWorkflowEvent>>> => {
  const id = templateWorkflowId(own.accountId, own.requestId)
  const isNew = (await work.load(templateWorkflow, id)).state === undefined
  const files = isNew ? await storeUploads(checked, ports, room) : await namedUploads(checked)
  const done = await work.execute(templateWorkflow, id, {
    kind: 'Initiate',
    ...own,
    workflowId: drawnId(work, 'template-workflow'),
    sources: [...(await sealedSources(ports.secrets, own.accountId, brandUrl)), ...files],
    // of the address as it was sent: it is sealed differently each time
    digest: digestOf([own, brandUrl ?? null, files]),
    at: timeOf(ports),
  })
  if (E.isRight(done)) room.recorded(done.right)
  return done
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
