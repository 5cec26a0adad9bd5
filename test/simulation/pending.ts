import { projections } from '../../projections/projections.ts'
import { processes } from '../../src/processes/processes.ts'
import { epoch } from './machine.ts'
import type { Stage } from './stage.ts'

/** An item that is due later than this is not awaited, in milliseconds. */
const soonMs = 90_000

const isDue = (json: string, soon: string): boolean => {
  const item: { readonly todo: string; readonly notBefore?: string } = JSON.parse(json)
  return item.todo === 'open' && (item.notBefore ?? '') < soon
}

/** What the service still has to do: requests to answer, views that are behind the log, and to-do items that are not done. */
export const pendingIn = ({ world: { views, log, timeline }, cluster }: Stage): readonly string[] => {
  const busy = cluster.busy()
  if (busy.length > 0) return busy.map(name => `${name} has not answered a request`)
  const head = BigInt(log.events.length)
  const behind = projections.filter(view => views.checkpoint(view) !== head)
  if (behind.length > 0) return behind.map(({ name }) => `the view ${name} is behind the log`)
  const soon = new Date(epoch + timeline.now() + soonMs).toISOString()
  return processes.flatMap(({ name, todo }) =>
    views.all(todo).flatMap(({ id, json }) => (isDue(json, soon) ? [`${name} ${id} is not done: ${json}`] : [])),
  )
}

/** Resolves once nothing is pending. */
export const becomesQuiet = (stage: Stage): Promise<void> =>
  new Promise(resolve => {
    const { timeline } = stage.world
    const look = () => (pendingIn(stage).length === 0 ? resolve() : void timeline.after(250, look))
    timeline.after(0, look)
  })
