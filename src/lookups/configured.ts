import type { ConfiguredView } from '../../projections/provisioning/configured-view.ts'
import type { Outcome } from '../engine/operation.ts'
import type { Projection } from '../engine/read/projection.ts'
import { refuse, reply } from '../engine/reply.ts'
import type { ReadModels } from '../ports/read-models.ts'

/** Answers what was put under an id, with its revision as ETag; `present` turns it into the answer. */
export const readConfigured = async <V, R>(
  readModels: ReadModels,
  view: Projection<ConfiguredView<V>>,
  id: string,
  noun: string,
  present: (value: V) => R | Promise<R>,
): Outcome<R> => {
  const stored = await readModels.get(view, id)
  if (!stored) return refuse('not-found', `There is no such ${noun}.`)
  const { value, revision } = JSON.parse(stored.json) as ConfiguredView<V>
  return reply(await present(value), revision)
}
