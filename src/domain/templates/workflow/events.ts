import * as t from 'io-ts'
import { fields } from '../../../codec/fields.ts'
import { integer } from '../../../codec/integer.ts'
import { listOf } from '../../../codec/json.ts'
import { oneOf, text } from '../../../codec/text.ts'
import { At, fact, routine } from '../../shared/fact.ts'
import { Retried } from '../../shared/job.ts'
import { because, count } from '../../shared/wording.ts'
import { mostArtboards } from '../brand.ts'
import { Provenance } from '../provenance.ts'

/** The stages of a workflow, in their order (TEMPLATE-23). */
export const stages = ['read-brand', 'compose', 'check', 'publish'] as const
export type Stage = (typeof stages)[number]

/**
 * What the brand is read from, the first that says something wins. An address is sealed: it may have a signature or a token in it. `bytes`:
 * size of the file.
 */
export const WorkflowSource = t.union([
  fields({ kind: t.literal('url'), sealedUrl: t.string }),
  fields({ kind: oneOf('document', 'pictures', 'psd'), blob: t.string, bytes: integer(0) }),
])
export type WorkflowSource = t.TypeOf<typeof WorkflowSource>

const attempt = integer(1)
const percentage = integer(0, 100)
const size = { width: integer(1), height: integer(1) }
/** The most warnings of one event, and the most characters of one. */
export const mostWarnings = 20
export const longestWarning = 500
const warnings = listOf(text({ max: longestWarning, multiline: true }), mostWarnings)

/** A workflow was started; `digest` identifies the request. */
export const TemplateWorkflowInitiated = fact(
  'TemplateWorkflowInitiated',
  fields({
    accountId: t.string,
    requestId: t.string,
    workflowId: t.string,
    retailer: fields({ id: t.string, name: t.string }),
    inventoryType: t.string,
    sources: listOf(WorkflowSource, 2, 1),
    digest: t.string,
    at: At,
  }),
  ({ requestId, retailer }) => `The generation of templates “${requestId}” was started for ${retailer.name}.`,
)
/** A stage began; a later attempt does not begin it again. */
export const TemplateStageStarted = fact(
  'TemplateStageStarted',
  fields({ attempt, stage: oneOf(...stages), percentage, at: At }),
  routine,
)
/** The workflow whose brand is used again, and when that was read. */
export const ReusedFrom = fields({ requestId: t.string, readAt: At })
export type ReusedFrom = t.TypeOf<typeof ReusedFrom>
/**
 * The brand is known, and its pictures are in the library: what templates are made from is the blob `briefSha256`. It was read from sources
 * that `brandKey` identifies, or was used again. `bytes`: size of the blob. Ends read-brand.
 */
export const TemplateBrandRead = fact(
  'TemplateBrandRead',
  fields(
    { attempt, briefSha256: t.string, bytes: integer(0), warnings, percentage, at: At },
    {
      brandKey: t.string,
      reusedFrom: ReusedFrom,
      /** Sizes of the brand's designs, made besides those of the inventory type (TEMPLATE-17). */
      designSizes: listOf(fields(size), mostArtboards + 1),
    },
  ),
  routine,
)
/** A template was made in a size and passed the checks; its HTML is the blob `htmlSha256` of so many `bytes`. */
export const TemplateComposed = fact(
  'TemplateComposed',
  fields({
    attempt,
    ...size,
    htmlSha256: t.string,
    bytes: integer(0),
    warnings,
    generator: t.string,
    provenance: Provenance,
    percentage,
    at: At,
  }),
  routine,
)
/** There is no template in a size. */
export const TemplateNotComposed = fact(
  'TemplateNotComposed',
  fields({ attempt, ...size, reason: t.string, percentage, at: At }),
  ({ width, height, reason }) => `No template could be made in ${width}x${height}${because(reason)}`,
)
/** A stage other than read-brand and publish ended. */
export const TemplateStageEnded = fact(
  'TemplateStageEnded',
  fields({ attempt, stage: oneOf('compose', 'check'), percentage, at: At }),
  routine,
)
/** An attempt failed and continues at retryAt. */
export const TemplateWorkflowAttemptFailed = fact(
  'TemplateWorkflowAttemptFailed',
  fields({ attempt, reason: t.string, retryAt: At, at: At }),
  ({ reason }) => `An attempt to generate templates failed${because(reason)}`,
)
/** Each template has a conversation. Ends publish. */
export const TemplateWorkflowCompleted = fact(
  'TemplateWorkflowCompleted',
  fields({ templates: listOf(fields({ ...size, conversationId: t.string }), 20), at: At }),
  ({ templates }) => `${count(templates.length, 'template was', 'templates were')} generated.`,
)
/** There are no templates, or the last attempt failed. */
export const TemplateWorkflowFailed = fact(
  'TemplateWorkflowFailed',
  fields({ reason: t.string, at: At }),
  ({ reason }) => `The generation of templates failed${because(reason)}`,
)
/** An operator has the generation go on at once: it failed, or paused after a failure. */
export const TemplateWorkflowRetried = fact(
  'TemplateWorkflowRetried',
  Retried,
  ({ reason }) => `An operator had the generation of templates tried again${because(reason)}`,
)
/** The workflow was terminated by a caller; nothing of it counts from now on. */
export const TemplateWorkflowTerminated = fact(
  'TemplateWorkflowTerminated',
  fields({ at: At }),
  () => 'The generation of templates was terminated.',
)

/** The workflow has ended without templates a day ago, and the files that its brand was read from were deleted. */
export const TemplateWorkflowSourcesDeleted = fact(
  'TemplateWorkflowSourcesDeleted',
  fields({ blobs: listOf(t.string, 2, 1), at: At }),
  ({ blobs }) =>
    `${count(blobs.length, 'file')} of a generation that has no templates ${blobs.length === 1 ? 'was' : 'were'} deleted.`,
)

export const TemplateWorkflowEvent = t.union([
  TemplateWorkflowInitiated,
  TemplateStageStarted,
  TemplateBrandRead,
  TemplateComposed,
  TemplateNotComposed,
  TemplateStageEnded,
  TemplateWorkflowAttemptFailed,
  TemplateWorkflowCompleted,
  TemplateWorkflowFailed,
  TemplateWorkflowRetried,
  TemplateWorkflowTerminated,
  TemplateWorkflowSourcesDeleted,
])
export type TemplateWorkflowEvent = t.TypeOf<typeof TemplateWorkflowEvent>
export type WorkflowData<N extends TemplateWorkflowEvent['type']> = Extract<TemplateWorkflowEvent, { type: N }>['data']
