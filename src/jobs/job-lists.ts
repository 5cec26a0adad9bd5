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
import type { Todo } from '../engine/react/process.ts'
import type { Projection } from '../engine/read/projection.ts'

/** The to-do list of a process, whose items are its jobs. */
// biome-ignore lint/suspicious/noExplicitAny: the lists hold items of every kind
export type JobList = { readonly process: string; readonly todo: Projection<any> }

const list = <Item extends Todo>(process: string, todo: Projection<Item>): JobList => ({ process, todo })

/** The lists of all processes, by name (JOBS-1). A test compares them with the processes. */
export const jobLists: readonly JobList[] = [
  list('activation', activationsToDo),
  list('approval-mail', approvalMailsToDo),
  list('archiving', exportsToArchive),
  list('cloud-copies', cloudCopiesToDo),
  list('dsp-exports', dspExportsToDo),
  list('dsp-pushes', dspPushesToDo),
  list('endings', endingsToDo),
  list('exports', exportsToDo),
  list('feed-runs', feedRunsToDo),
  list('feed-schedules', feedsToRun),
  list('motion-runs', motionRunsToDo),
  list('recommendation-runs', recommendationRunsToDo),
  list('recommendation-schedules', recommendationsToRun),
  list('replaced-views', viewsToDrop),
  list('template-regenerations', templateRegenerationsToDo),
  list('template-workflows', templateWorkflowsToDo),
]

/** The names of the processes. */
export const processNames: readonly string[] = jobLists.map(({ process }) => process)
