import { cut } from '../../domain/shared/cut.ts'
import { longestWarning } from '../../domain/templates/workflow/events.ts'
import { madeIn } from '../../domain/templates/workflow/state.ts'
import { ownOf, record, type StageStep } from './stage.ts'

const done = 95

/** The checks of all templates together: each has passed its own, so there must be one at least. Sizes without one are warnings. */
export const check = async (step: StageStep): Promise<void> => {
  const { workflow } = step
  const own = ownOf(step)
  if (madeIn(workflow).length === 0) {
    const reasons = [...new Set(workflow.outcomes.flatMap(({ reason }) => (reason === undefined ? [] : [reason])))]
    const reason = cut(`No template could be made: ${reasons.join(' ')}`, longestWarning)
    return void (await record(step, { kind: 'GiveUp', ...own, reason }))
  }
  await record(step, { kind: 'EndStage', ...own, stage: 'check', percentage: done })
}
