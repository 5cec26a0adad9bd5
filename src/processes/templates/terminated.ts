import { workflowRuns } from '../../domain/templates/workflow/state.ts'
import { templateWorkflow } from '../../domain/templates/workflow/workflow.ts'
import { ClaimLost, type Step } from '../../engine/react/process.ts'

/** How often a running stage looks whether a caller has terminated its workflow: it must stop within a second (TEMPLATE-25). */
const lookMs = 300

/**
 * Runs a stage with a signal that aborts as soon as the workflow is over, or as the step's does. Throws ClaimLost when the stage was ended that
 * way. A look that fails is repeated: a store that is away ends the stage by itself.
 */
export const untilTerminated = async <Item extends { readonly id: string }, A>(
  step: Pick<Step<Item>, 'item' | 'work' | 'signal'>,
  stage: (signal: AbortSignal) => Promise<A>,
  everyMs = lookMs,
): Promise<A> => {
  const { item, work } = step
  const over = new AbortController()
  let looking = false
  const look = async (): Promise<void> => {
    if (looking) return
    looking = true
    try {
      const { state } = await work.load(templateWorkflow, item.id)
      if (state === undefined || !workflowRuns(state)) over.abort(new ClaimLost('the workflow is over'))
    } catch {
      // looked at again
    } finally {
      looking = false
    }
  }
  const looks = setInterval(() => void look(), everyMs)
  const signal = AbortSignal.any([step.signal, over.signal])
  try {
    return await stage(signal)
  } catch (error) {
    // what was aborted may fail in any way
    signal.throwIfAborted()
    throw error
  } finally {
    clearInterval(looks)
  }
}
