import { digestOf } from '../../domain/shared/digest.ts'
import type { AnyProjection } from '../../engine/read/projection.ts'
import type { Stored } from '../../ports/read-models.ts'
import { listedFaults } from './listed-faults.ts'

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

/** The place of a document in faults. */
export const whereOf = ({ name }: AnyProjection, id: string): string => `${name}/${id}`

/** Compares documents of a view with what their events produce, as JSON text, and collects the faults. */
export const documentFaults = (projection: AnyProjection) => {
  const { name } = projection
  const faults = listedFaults(more => ({
    kind: 'document',
    where: name,
    detail: `${more} more documents differ; ${eitherAltered} run endcap rebuild ${name}`,
  }))
  const add = (id: string, detail: string): void =>
    faults.add({
      kind: 'document',
      where: whereOf(projection, id),
      detail: `${detail}; ${eitherAltered} run endcap rebuild ${name}`,
    })
  return {
    /** `folded`: what the events produce; undefined: nothing. */
    compare(stored: Stored, folded: string | undefined): void {
      const detail = differs(stored, folded)
      if (detail !== undefined) add(stored.id, detail)
    },
    missing: (id: string): void => add(id, 'is missing from the view'),
    list: faults.list,
  }
}
