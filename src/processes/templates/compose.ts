import { pauses } from '../../domain/shared/claim.ts'
import { cut } from '../../domain/shared/cut.ts'
import type { TemplateSize } from '../../domain/templates/size.ts'
import { longestWarning } from '../../domain/templates/workflow/events.ts'
import { openSizes, workflowSizes } from '../../domain/templates/workflow/state.ts'
import { fairSlots } from '../../engine/fair-slots.ts'
import { keptBy } from '../../engine/kept-by.ts'
import { AttemptFailed } from '../../engine/react/attempt-failed.ts'
import { timeOf } from '../../ports/clock.ts'
import { isGeneratorFailure, provenanceOf, type TemplateBrief } from '../../ports/template-generator.ts'
import { readBrief } from '../../templates/stored-brief.ts'
import { fewWarnings, ownOf, record, type StageStep } from './stage.ts'

/** Progress of the workflow between its first and its last template. */
const from = 30
const to = 90

/** Templates that a node makes at a time, for all accounts: there is always room for another account. */
const slots = keptBy(() => fairSlots({ inAll: 6, perAccount: 4 }))

/** Makes the template of one size. A generator that is away fails the attempt, but on the last one only this size. */
const composeSize = async (
  step: StageStep,
  brief: TemplateBrief,
  size: TemplateSize,
  percentage: () => number,
): Promise<void> => {
  const { ports, signal, workflow } = step
  const { templateGenerator, blobs } = ports
  signal.throwIfAborted()
  const made = await templateGenerator.compose(brief, size, signal)
  signal.throwIfAborted()
  if (isGeneratorFailure(made)) {
    const isLastAttempt = workflow.attempts.failures >= pauses.length
    if (made.transient && !isLastAttempt) throw new AttemptFailed(made.detail)
    const reason = cut(made.detail, longestWarning)
    await record(step, { kind: 'SkipSize', ...ownOf(step), ...size, reason, percentage: percentage() })
    return
  }
  const { sha256: htmlSha256 } = await blobs.put(Buffer.from(made.html))
  const warnings = fewWarnings(made.warnings)
  const own = { generator: templateGenerator.name, provenance: provenanceOf(templateGenerator, timeOf(ports)) }
  const template = { ...size, htmlSha256, warnings, ...own, percentage: percentage() }
  await record(step, { kind: 'Compose', ...ownOf(step), ...template })
}

/** Makes a template in each size that is still open; each is recorded as soon as it is made. The first error ends the stage, after the others. */
export const compose = async (step: StageStep): Promise<void> => {
  const { ports, workflow, signal, item } = step
  if (workflow.briefSha256 === undefined) throw new Error('the brand was not read')
  const brief = await readBrief(ports.blobs, workflow.briefSha256)
  const all = workflowSizes(workflow).length
  let settledSizes = workflow.outcomes.length
  const percentage = () => from + Math.floor((++settledSizes / all) * (to - from))
  const composing = openSizes(workflow).map(size =>
    slots(ports).run(item.accountId, () => composeSize(step, brief, size, percentage), signal),
  )
  const failed = (await Promise.allSettled(composing)).find(one => one.status === 'rejected')
  if (failed) throw failed.reason
  await record(step, { kind: 'EndStage', ...ownOf(step), stage: 'compose', percentage: to })
}
