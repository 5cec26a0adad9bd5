import * as E from 'fp-ts/lib/Either.js'
import { pauses } from '../../domain/shared/claim.ts'
import { cut } from '../../domain/shared/cut.ts'
import type { TemplateSize } from '../../domain/templates/size.ts'
import { longestWarning } from '../../domain/templates/workflow/events.ts'
import { openSizes, workflowSizes } from '../../domain/templates/workflow/state.ts'
import { templateWorkflow } from '../../domain/templates/workflow/workflow.ts'
import { fairSlots } from '../../engine/fair-slots.ts'
import { keptBy } from '../../engine/kept-by.ts'
import { AttemptFailed } from '../../engine/react/attempt-failed.ts'
import { settled } from '../../engine/react/settled.ts'
import { timeOf } from '../../ports/clock.ts'
import { isGeneratorFailure, provenanceOf, type TemplateBrief } from '../../ports/template-generator.ts'
import { faultOfRoom } from '../../storage/fault-of-room.ts'
import { withRoom } from '../../storage/room.ts'
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
  const { ports, signal, workflow, work, item } = step
  const skip = (why: string) => {
    const reason = cut(why, longestWarning)
    return record(step, { kind: 'SkipSize', ...ownOf(step), ...size, reason, percentage: percentage() })
  }
  const { templateGenerator, blobs } = ports
  signal.throwIfAborted()
  const made = await templateGenerator.compose(brief, size, signal)
  signal.throwIfAborted()
  if (isGeneratorFailure(made)) {
    const isLastAttempt = workflow.attempts.failures >= pauses.length
    if (made.transient && !isLastAttempt) throw new AttemptFailed(made.detail)
    return void (await skip(made.detail))
  }
  const warnings = fewWarnings(made.warnings)
  const own = { generator: templateGenerator.name, provenance: provenanceOf(templateGenerator, timeOf(ports)) }
  const stored = await withRoom(ports, item.accountId, async room => {
    const { sha256: htmlSha256, size: bytes } = await blobs.put(Buffer.from(made.html), room)
    const template = { ...size, htmlSha256, bytes, warnings, ...own, percentage: percentage() }
    const done = await work.execute(templateWorkflow, item.id, { kind: 'Compose', ...ownOf(step), ...template })
    room.recorded(settled(done))
    return done
  })
  if (E.isLeft(stored)) await skip(faultOfRoom(stored.left).detail)
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
