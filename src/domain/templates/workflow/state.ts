import * as t from 'io-ts'
import { fields } from '../../../codec/fields.ts'
import { integer } from '../../../codec/integer.ts'
import { oneOf, wordsOf } from '../../../codec/text.ts'
import { Attempts } from '../../shared/claim.ts'
import { Provenance } from '../provenance.ts'
import { isSameSize, sizesOf, type TemplateSize } from '../size.ts'
import { ReusedFrom, type Stage, stages, WorkflowSource } from './events.ts'

export const workflowStatuses = ['INITIATED', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'TERMINATED'] as const

/** What each status means to readers. */
export const ShownWorkflowStatus = wordsOf(workflowStatuses, {
  INITIATED: 'the generation starts soon',
  IN_PROGRESS: 'templates are being made',
  COMPLETED: 'the templates are there',
  FAILED: 'it could not be done; `error` of getUiResponse says why',
  TERMINATED: 'it was stopped by terminateWorkflow',
})

const size = { width: integer(1), height: integer(1) }
/** A template in a size with its warnings, or why there is none. */
const Outcome = fields(
  { ...size, warnings: t.array(t.string) },
  { htmlSha256: t.string, generator: t.string, reason: t.string, provenance: Provenance },
)
export type Outcome = t.TypeOf<typeof Outcome>

/** Whether an outcome is of this size. */
export const isOf =
  (size: TemplateSize) =>
  (outcome: TemplateSize): boolean =>
    isSameSize(outcome, size)

/** A workflow (TEMPLATE-1, TEMPLATE-5). `percentage` never falls. */
export const Workflow = fields(
  {
    accountId: t.string,
    requestId: t.string,
    workflowId: t.string,
    retailer: fields({ id: t.string, name: t.string }),
    inventoryType: t.string,
    sources: t.array(WorkflowSource),
    digest: t.string,
    status: oneOf(...workflowStatuses),
    percentage: integer(0, 100),
    stages: t.array(fields({ name: oneOf(...stages), startedAt: t.string }, { endedAt: t.string })),
    outcomes: t.array(Outcome),
    brandWarnings: t.array(t.string),
    conversations: t.array(fields({ ...size, conversationId: t.string })),
    attempts: Attempts,
  },
  {
    briefSha256: t.string,
    /** Sizes of the brand's designs, made besides those of the inventory type. */
    designSizes: t.array(fields(size)),
    /** What identifies the sources, and when they were read; undefined if the brand was used again. */
    brandRead: fields({ key: t.string, at: t.string }),
    brandReused: ReusedFrom,
    reason: t.string,
    /** When it failed or was terminated. */
    stoppedAt: t.string,
    /** When the files of its sources were deleted. */
    sourcesDeletedAt: t.string,
  },
)
export type Workflow = t.TypeOf<typeof Workflow>

/** A workflow that is not over yet. */
export const workflowRuns = ({ status }: Pick<Workflow, 'status'>): boolean =>
  status === 'INITIATED' || status === 'IN_PROGRESS'

/** The first stage that has not ended; undefined after the last one. */
export const nextStage = (workflow: Pick<Workflow, 'stages'>): Stage | undefined =>
  stages.find(name => !workflow.stages.some(stage => stage.name === name && stage.endedAt !== undefined))

type Sized = Pick<Workflow, 'inventoryType' | 'designSizes'>

/** The sizes that a workflow makes: those of its inventory type, then those of the brand's designs (TEMPLATE-17). */
export const workflowSizes = ({ inventoryType, designSizes = [] }: Sized): readonly TemplateSize[] => [
  ...sizesOf(inventoryType),
  ...designSizes,
]

/** The templates that were made, in the order of the sizes of the workflow. */
export const madeIn = ({ outcomes, ...of }: Sized & Pick<Workflow, 'outcomes'>) => {
  const sizes = workflowSizes(of)
  return outcomes
    .flatMap(({ htmlSha256, generator = '', provenance, reason: _, ...own }) =>
      htmlSha256 === undefined || provenance === undefined ? [] : [{ ...own, htmlSha256, generator, provenance }],
    )
    .sort((a, b) => sizes.findIndex(isOf(a)) - sizes.findIndex(isOf(b)))
}

/** The sizes of a workflow that have neither a template nor a reason why there is none. */
export const openSizes = ({ outcomes, ...of }: Sized & Pick<Workflow, 'outcomes'>) =>
  workflowSizes(of).filter(size => !outcomes.some(isOf(size)))

/** The files that a workflow was started with. */
export const sourceFilesOf = ({ sources }: Pick<Workflow, 'sources'>): readonly string[] =>
  sources.flatMap(source => (source.kind === 'url' ? [] : [source.blob]))

/** How long a workflow that has ended without templates can be tried again: so long its files are kept (TEMPLATE-35). */
const triedAgainForMs = 24 * 3_600_000

/** A workflow that ended at this time or before cannot be tried again at `now`. */
export const pastRetryUntil = (now: Date): Date => new Date(now.getTime() - triedAgainForMs)

/** Whether a workflow has ended without templates so long ago that nothing needs the files that it was started with. */
export const isPastRetry = ({ status, stoppedAt }: Pick<Workflow, 'status' | 'stoppedAt'>, now: Date): boolean =>
  (status === 'FAILED' || status === 'TERMINATED') &&
  stoppedAt !== undefined &&
  new Date(stoppedAt) <= pastRetryUntil(now)

/** The files that a workflow needs. */
export const filesOf = (workflow: Workflow, now: Date): readonly string[] => {
  const { briefSha256, outcomes } = workflow
  return [
    ...(isPastRetry(workflow, now) ? [] : sourceFilesOf(workflow)),
    ...(briefSha256 === undefined ? [] : [briefSha256]),
    ...outcomes.flatMap(({ htmlSha256 }) => (htmlSha256 === undefined ? [] : [htmlSha256])),
  ]
}

/** What people are to know of a workflow: of its brand, then of each size. */
export const warningsOf = ({ brandWarnings, outcomes }: Pick<Workflow, 'brandWarnings' | 'outcomes'>): string[] => [
  ...brandWarnings,
  ...outcomes.flatMap(({ width, height, reason, warnings }) => [
    ...(reason === undefined ? [] : [`${width}x${height} could not be made: ${reason}`]),
    ...warnings.map(warning => `${width}x${height}: ${warning}`),
  ]),
]
