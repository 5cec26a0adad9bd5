import { digestOf } from '../../domain/shared/digest.ts'
import type { AnyProjection } from '../../engine/read/projection.ts'
import type { EventLog, Position } from '../../ports/event-log.ts'
import type { ReadModels, Stored } from '../../ports/read-models.ts'
import type { Checked, Fault } from './fault.ts'
import type { Folded } from './fold-views.ts'

const hashOf = (json: string): string | undefined => {
  try {
    return digestOf(JSON.parse(json))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const differs = ({ json }: Stored, folded: string | undefined): string | undefined => {
  if (folded === undefined) return 'is in the view, but no event produces it'
  if (json === folded) return undefined
  const hash = hashOf(json)
  if (hash === undefined) return 'is not valid JSON'
  return hash === hashOf(folded) ? undefined : 'does not match its events'
}

/** Which of two is right cannot be seen from the two. */
const eitherAltered =
  'either the view or the log was altered: check the log first, against a seal (endcap verify --seal) or a backup; if it is right,'

const whereOf = ({ name }: AnyProjection, id: string): string => `${name}/${id}`

/** Compares every document of a view, by hash, with the result of folding the log up to `head`. */
export const checkView = async (
  projection: AnyProjection,
  readModels: ReadModels,
  { documents, failures }: Folded,
  head: Position,
): Promise<Checked> => {
  const { name } = projection
  const failure = failures.get(projection)
  if (failure) {
    const detail = `the projection failed at position ${failure.position}: ${String(failure.error)}`
    return { count: 0, faults: [{ kind: 'document', where: name, detail }] }
  }
  const faults: Fault[] = []
  const fault = (id: string, detail: string) =>
    faults.push({
      kind: 'document',
      where: whereOf(projection, id),
      detail: `${detail}; ${eitherAltered} run endcap rebuild ${name}`,
    })
  let count = 0
  for await (const stored of readModels.all(projection)) {
    count++
    const folded = documents.take(name, stored.id)
    const detail = stored.position > head ? undefined : differs(stored, folded)
    if (detail !== undefined) fault(stored.id, detail)
  }
  for (const id of documents.left(name)) fault(id, 'is missing from the view')
  return { count, faults }
}

/** Drops faults of documents that events after `head` affect: those documents changed during the comparison. */
export const stillFaulty = async (
  faults: readonly Fault[],
  projections: readonly AnyProjection[],
  log: EventLog,
  head: Position,
): Promise<readonly Fault[]> => {
  if (faults.length === 0) return faults
  const changed = new Set<string>()
  for await (const event of log.readAll({ after: head }))
    for (const projection of projections) {
      const concerned = projection.categories.some(category => event.stream.startsWith(`${category}-`))
      const id = concerned ? projection.idOf(event) : undefined
      if (id !== undefined) changed.add(whereOf(projection, id))
    }
  return faults.filter(({ where }) => !changed.has(where))
}
