import type * as t from 'io-ts'
import { about } from '../../codec/described.ts'
import { fields } from '../../codec/fields.ts'
import { listOf } from '../../codec/json.ts'
import { Name } from '../../codec/names.ts'
import { orNull } from '../../codec/or-null.ts'
import { oneOf, text } from '../../codec/text.ts'
import { repeatedAt } from '../shared/repeated.ts'
import { Condition, leavesOf, maxLeaves } from './condition.ts'

const CreativeMaster = text({ min: 1, max: 255 })
const segment = fields(
  {
    name: about(Name, 'The name of the segment, unique in the graph.'),
    creativeMasters: about(listOf(CreativeMaster, 1_000, 1), 'The creative masters that serve in the segment.'),
  },
  { condition: about(orNull(Condition), 'When the segment applies; null or absent: always.') },
)

/**
 * Decides which creative masters serve (CLASSIC-2). A segment has creative masters and the condition for serving them; without
 * a condition they always serve (CLASSIC-5).
 */
export const DecisionGraph = fields(
  { segments: about(listOf(segment, 500), 'The segments, in the order in which they are tried.') },
  {
    defaultCreativeMaster: about(
      orNull(CreativeMaster),
      'What serves when no segment applies; required unless a segment has no condition.',
    ),
    rulePriority: about(
      orNull(oneOf('EQUAL_ROTATION')),
      'EQUAL_ROTATION: the creative masters of all segments that apply; null: those of the first one.',
    ),
  },
)
export type DecisionGraph = t.TypeOf<typeof DecisionGraph>

export type GraphFault = { readonly pointer: string; readonly code: string; readonly detail: string }

/** The leaves of all segments, with pointers relative to the graph. */
export const leavesOfGraph = ({ segments }: DecisionGraph) =>
  segments.flatMap(({ condition }, i) => (condition ? leavesOf(condition, `/segments/${i}/condition`) : []))

/** Further checks of a well-formed graph: unique names, a limited number of leaves, and creatives to serve if nothing matches. */
export const faultsOfGraph = (graph: DecisionGraph): readonly GraphFault[] => {
  const { segments, defaultCreativeMaster } = graph
  const repeated = repeatedAt(segments.map(s => s.name)).map(i => ({
    pointer: `/segments/${i}/name`,
    code: 'duplicate',
    detail: 'is already the name of another segment',
  }))
  const leaves = leavesOfGraph(graph).length
  const tooMany =
    leaves > maxLeaves
      ? [
          {
            pointer: '/segments',
            code: 'too-many-leaves',
            detail: `has ${leaves} leaves; the maximum is ${maxLeaves}`,
          },
        ]
      : []
  const alwaysOne = segments.some(s => s.condition === undefined || s.condition === null)
  const noDefault =
    (defaultCreativeMaster ?? null) === null && !alwaysOne
      ? [
          {
            pointer: '/defaultCreativeMaster',
            code: 'required',
            detail: 'is required unless a segment has no condition',
          },
        ]
      : []
  return [...repeated, ...tooMany, ...noDefault]
}
