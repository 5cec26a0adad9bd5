import { pipe } from 'fp-ts/lib/function.js'
import { activationsToDo } from '../../projections/activation/activations-to-do.ts'
import { endingsToDo } from '../../projections/activation/endings-to-do.ts'
import { approvalMailsToDo } from '../../projections/approval/approval-mails-to-do.ts'
import { feedRunsToDo } from '../../projections/asset-sources/feed-runs-to-do.ts'
import { feedsToRun } from '../../projections/asset-sources/feeds-to-run.ts'
import { motionRunsToDo } from '../../projections/asset-sources/motion-runs-to-do.ts'
import { recommendationRunsToDo } from '../../projections/asset-sources/recommendation-runs-to-do.ts'
import { recommendationsToRun } from '../../projections/asset-sources/recommendations-to-run.ts'
import { viewsToDrop } from '../../projections/asset-sources/views-to-drop.ts'
import { cloudCopiesToDo } from '../../projections/cloud/cloud-copies-to-do.ts'
import { dspExportsToDo } from '../../projections/dsp/dsp-exports-to-do.ts'
import { dspPushesToDo } from '../../projections/dsp/dsp-pushes-to-do.ts'
import { exportsToArchive } from '../../projections/exports/exports-to-archive.ts'
import { exportsToDo } from '../../projections/exports/exports-to-do.ts'
import { templateRegenerationsToDo } from '../../projections/templates/template-regenerations-to-do.ts'
import { templateWorkflowsToDo } from '../../projections/templates/template-workflows-to-do.ts'
import { activation } from '../domain/activation/activation.ts'
import { feedRun } from '../domain/asset-sources/feed-run.ts'
import { motionRun } from '../domain/asset-sources/motion-run.ts'
import { cloudCopy } from '../domain/cloud/copy.ts'
import { dspExport } from '../domain/dsp/export.ts'
import { exportKeyOf, exportOf } from '../domain/exports/export.ts'
import { campaignId } from '../domain/retail-campaigns/campaign-id.ts'
import { type Aggregate, type DomainEvent, type Rejection, rejection } from '../domain/shared/decider.ts'
import type { JobCommand } from '../domain/shared/job.ts'
import { templateConversation } from '../domain/templates/conversation.ts'
import { templateWorkflow } from '../domain/templates/workflow/workflow.ts'
import type { Todo } from '../engine/react/process.ts'
import type { Projection } from '../engine/read/projection.ts'
import * as TE from '../engine/task-either.ts'
import { type Change, changeOf } from '../engine/write/change.ts'
import type { Work } from '../engine/write/execute.ts'
import { executed, loaded } from '../engine/write/steps.ts'
import type { ViewRef } from '../ports/read-models.ts'

/** Decides what an operator says about the job with an id; true: that changed something. */
export type DecideJob = (work: Pick<Work, 'execute' | 'load'>, id: string, command: JobCommand) => Change<boolean>

/** The to-do list of a process, whose items are its jobs. */
export type JobList = {
  readonly process: string
  // biome-ignore lint/suspicious/noExplicitAny: the lists hold items of every kind
  readonly todo: Projection<any>
  /** How an operator changes its jobs, or why nobody can, and what to do instead. */
  readonly decide: DecideJob | string
}

/** Refuses what the log says against a job that is to be tried again. */
type Check = (work: Pick<Work, 'load'>, id: string) => TE.TaskEither<Rejection, unknown>
const unchecked: Check = () => TE.right(undefined)

/** The jobs of an aggregate: their ids are those of its streams. */
const by =
  <C, S, Ev extends DomainEvent>(
    aggregate: Aggregate<C | JobCommand, S, Ev>,
    mayBeRetried: Check = unchecked,
  ): DecideJob =>
  (work, id, command) =>
    changeOf(
      aggregate,
      id,
      pipe(
        command.kind === 'RetryJob' ? mayBeRetried(work, id) : TE.right(undefined),
        TE.flatMap(() => executed(work, aggregate, id, command)),
      ),
      ({ events }) => TE.right(events.length > 0),
    )

/** exportAssets would not start an export of another campaign (EXPORT-3). */
const mustBeActive: Check = (work, exportId) => {
  const { accountId, retailCampaignIdx } = exportKeyOf(exportId)
  return pipe(
    loaded(work, activation, campaignId(accountId, retailCampaignIdx)),
    TE.filterOrElse(
      ({ state }) => state.status === 'ACTIVE',
      ({ state: { status } }) =>
        rejection('campaign-not-active', `Only ACTIVE campaigns can be exported; this one is ${status}.`),
    ),
  )
}

const list = <Item extends Todo>(process: string, todo: Projection<Item>, decide: DecideJob | string): JobList => ({
  process,
  todo,
  decide,
})

const untilDone =
  'Its jobs cannot fail for good: each is tried again until it succeeds, at the latest every five minutes.'
const mails = 'Send the approval request again with submitApprovalRequest: that tries its mails at once.'

/** The lists of all processes, by name (JOBS-1). A test compares them with the processes. */
export const jobLists: readonly JobList[] = [
  list('activation', activationsToDo, by(activation)),
  list('approval-mail', approvalMailsToDo, mails),
  list('archiving', exportsToArchive, untilDone),
  list('cloud-copies', cloudCopiesToDo, by(cloudCopy)),
  list('dsp-exports', dspExportsToDo, by(dspExport)),
  list('dsp-pushes', dspPushesToDo, untilDone),
  list('endings', endingsToDo, untilDone),
  list('exports', exportsToDo, by(exportOf, mustBeActive)),
  list('feed-runs', feedRunsToDo, by(feedRun)),
  list('feed-schedules', feedsToRun, untilDone),
  list('motion-runs', motionRunsToDo, by(motionRun)),
  list('recommendation-runs', recommendationRunsToDo, by(feedRun)),
  list('recommendation-schedules', recommendationsToRun, untilDone),
  list('replaced-views', viewsToDrop, untilDone),
  list('template-regenerations', templateRegenerationsToDo, by(templateConversation)),
  list('template-workflows', templateWorkflowsToDo, by(templateWorkflow)),
]

/** The to-do lists of one process, or of all. */
export const todosOf = (process: string | undefined): readonly ViewRef[] =>
  jobLists.filter(list => process === undefined || list.process === process).map(({ todo }) => todo)

/** The names of the processes. */
export const processNames: readonly string[] = jobLists.map(({ process }) => process)
