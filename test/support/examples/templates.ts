import type { ConversationEvent } from '../../../src/domain/templates/conversation-events.ts'
import type { Stage, TemplateWorkflowEvent, WorkflowData } from '../../../src/domain/templates/workflow/events.ts'

type Data<N extends ConversationEvent['type']> = Extract<ConversationEvent, { type: N }>['data']
type Of<N extends ConversationEvent['type']> = Extract<ConversationEvent, { type: N }>
const at = '2026-05-01T10:00:00.000Z'

export const provenance = { provider: 'built-in', at }

/** The start of the example conversation: 300x250 of the request `spring`. */
export const conversationOpened = (over: Partial<Data<'ConversationOpened'>> = {}): Of<'ConversationOpened'> => ({
  type: 'ConversationOpened',
  data: {
    ...{ accountId: 'acme', requestId: 'spring', conversationId: 'spring-300x250', width: 300, height: 250 },
    ...{ retailerName: 'Fernhollow', inventoryType: 'OnSite', briefSha256: 'b'.repeat(64), at, ...over },
  },
})
/** Version 1.0 of a workflow. */
export const versionCreated = (over: Partial<Data<'TemplateVersionCreated'>> = {}): Of<'TemplateVersionCreated'> => ({
  type: 'TemplateVersionCreated',
  data: {
    ...{ version: '1.0', major: 1, minor: 0, htmlSha256: 'h1.0', warnings: [], generator: 'built-in', provenance, at },
    ...over,
  },
})
/** The first prompt for version 1.0. */
export const regenerationRequested = (
  over: Partial<Data<'RegenerationRequested'>> = {},
): Of<'RegenerationRequested'> => ({
  type: 'RegenerationRequested',
  data: {
    ...{ jobId: 'spring-300x250.2.0', kind: 'prompt', prompt: 'make the headline red', version: '2.0', major: 2 },
    ...{ minor: 0, baseSha256: 'h1.0', from: '1.0', at, ...over },
  },
})
/** What the first prompt made. */
export const secondVersion = (over: Partial<Data<'TemplateVersionCreated'>> = {}) =>
  versionCreated({
    ...{ version: '2.0', major: 2, htmlSha256: 'h2.0', prompt: 'make the headline red', jobId: 'spring-300x250.2.0' },
    ...over,
  })
const jobId = 'spring-300x250.2.0'
export const regenerationStarted = (attempt = 1): Of<'RegenerationStarted'> => ({
  type: 'RegenerationStarted',
  data: { jobId, attempt, at },
})
export const regenerationAttemptFailed = (attempt = 1): Of<'RegenerationAttemptFailed'> => ({
  type: 'RegenerationAttemptFailed',
  data: { jobId, attempt, reason: 'The model is away.', retryAt: '2026-05-01T10:00:05.000Z', at },
})
export const regenerationFailed = (over: Partial<Data<'RegenerationFailed'>> = {}): Of<'RegenerationFailed'> => ({
  type: 'RegenerationFailed',
  data: { jobId, code: 'refused', reason: 'The model refused the prompt.', at, ...over },
})
export const regenerationRetried: Of<'RegenerationRetried'> = {
  type: 'RegenerationRetried',
  data: { jobId, reason: 'the model answers again', at },
}
export const versionReverted = (version = '1.0'): Of<'VersionReverted'> => ({
  type: 'VersionReverted',
  data: { version, at },
})
export const versionLiked = (value = true): Of<'VersionLiked'> => ({
  type: 'VersionLiked',
  data: { version: '1.0', value, at },
})
export const versionDisliked = (value = true): Of<'VersionDisliked'> => ({
  type: 'VersionDisliked',
  data: { version: '1.0', value, at },
})

type OfWorkflow<N extends TemplateWorkflowEvent['type']> = Extract<TemplateWorkflowEvent, { type: N }>

/** The start of the example workflow: `spring`, from an address. */
export const workflowInitiated = (
  over: Partial<WorkflowData<'TemplateWorkflowInitiated'>> = {},
): OfWorkflow<'TemplateWorkflowInitiated'> => ({
  type: 'TemplateWorkflowInitiated',
  data: {
    ...{ accountId: 'acme', requestId: 'spring', workflowId: 'w-1', inventoryType: 'OnSite', digest: 'd1', at },
    ...{ retailer: { id: '7', name: 'Fernhollow' }, sources: [{ kind: 'url', sealedUrl: 'sealed address' }], ...over },
  },
})
/** Work has begun. */
export const workflowStarted = (): TemplateWorkflowEvent => stageStarted('read-brand')
export const stageStarted = (stage: Stage, percentage = 1): OfWorkflow<'TemplateStageStarted'> => ({
  type: 'TemplateStageStarted',
  data: { attempt: 1, stage, percentage, at },
})
export const brandRead = (over: Partial<WorkflowData<'TemplateBrandRead'>> = {}): OfWorkflow<'TemplateBrandRead'> => ({
  type: 'TemplateBrandRead',
  data: { attempt: 1, briefSha256: 'b'.repeat(64), bytes: 40, warnings: ['no logo'], percentage: 30, at, ...over },
})
export const templateComposed = (
  width: number,
  height: number,
  over: Partial<WorkflowData<'TemplateComposed'>> = {},
): OfWorkflow<'TemplateComposed'> => ({
  type: 'TemplateComposed',
  data: {
    ...{
      attempt: 1,
      width,
      height,
      htmlSha256: `h${width}`,
      bytes: 20,
      warnings: [],
      generator: 'built-in',
      provenance,
      percentage: 45,
      at,
    },
    provenance: { provider: 'built-in', at },
    ...over,
  },
})
export const templateNotComposed = (width: number, height: number): OfWorkflow<'TemplateNotComposed'> => ({
  type: 'TemplateNotComposed',
  data: { attempt: 1, width, height, reason: 'The text is cut off.', percentage: 60, at },
})
export const stageEnded = (stage: 'compose' | 'check', percentage = 90): OfWorkflow<'TemplateStageEnded'> => ({
  type: 'TemplateStageEnded',
  data: { attempt: 1, stage, percentage, at },
})
export const workflowAttemptFailed: TemplateWorkflowEvent = {
  type: 'TemplateWorkflowAttemptFailed',
  data: { attempt: 1, reason: 'The address cannot be reached.', retryAt: '2026-05-01T10:00:05.000Z', at },
}
export const workflowCompleted: TemplateWorkflowEvent = {
  type: 'TemplateWorkflowCompleted',
  data: { templates: [{ width: 300, height: 250, conversationId: 'spring-300x250' }], at },
}
export const workflowFailed: TemplateWorkflowEvent = {
  type: 'TemplateWorkflowFailed',
  data: { reason: 'The address is not allowed.', at },
}
export const workflowRetried: TemplateWorkflowEvent = {
  type: 'TemplateWorkflowRetried',
  data: { reason: 'the page is there now', at },
}
export const workflowTerminated: TemplateWorkflowEvent = { type: 'TemplateWorkflowTerminated', data: { at } }
/** The files of the workflow that began with a PSD. */
export const workflowSourcesDeleted = (blobs: readonly string[]): OfWorkflow<'TemplateWorkflowSourcesDeleted'> => ({
  type: 'TemplateWorkflowSourcesDeleted',
  data: { blobs: [...blobs], at },
})
