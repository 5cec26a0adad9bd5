import * as t from 'io-ts'
import { described } from '../../codec/described.ts'
import { fields } from '../../codec/fields.ts'
import { oneOf, text } from '../../codec/text.ts'
import { Comparand, misfit } from './comparand.ts'
import { type SignalOperator, signalOperators } from './data-signal.ts'

export type Leaf = {
  readonly dataSignalService: string
  readonly dataSignalProperty: string
  readonly operator: SignalOperator
  readonly value: Comparand
}
export type Branch = { readonly operator: 'and' | 'or' | 'not'; readonly conditions: readonly Condition[] }
/** When a segment applies (CLASSIC-4): a comparison with one signal, or a combination of conditions. */
export type Condition = Leaf | Branch

export const maxDepth = 8
export const maxLeaves = 200

export const isBranch = (condition: Condition): condition is Branch => 'conditions' in condition

const Leaf = fields({
  dataSignalService: text({ min: 1, max: 255 }),
  dataSignalProperty: text({ min: 1, max: 128 }),
  operator: oneOf(...signalOperators),
  value: Comparand,
})

const isObject = (u: unknown): u is Record<string, unknown> => typeof u === 'object' && u !== null && !Array.isArray(u)

const junctions: readonly unknown[] = ['and', 'or', 'not']
/** A value that is meant as a branch, even if it is incomplete. */
const isMeantAsBranch = (u: Record<string, unknown>): boolean => 'conditions' in u || junctions.includes(u.operator)

const validateBranch = (u: Record<string, unknown>, context: t.Context, depth: number): t.Validation<Condition> => {
  const { operator, conditions } = u
  const at = (name: string, value: unknown) => t.appendContext(context, name, t.unknown, value)
  if (operator !== 'and' && operator !== 'or' && operator !== 'not')
    return t.failure(operator, at('operator', operator), 'must be and, or or not if conditions are given')
  if (!Array.isArray(conditions) || conditions.length === 0)
    return t.failure(conditions, at('conditions', conditions), 'must be a list of at least one condition')
  if (operator === 'not' && conditions.length !== 1)
    return t.failure(conditions, at('conditions', conditions), 'must contain exactly one condition for not')
  const inner: Condition[] = []
  for (const [i, condition] of conditions.entries()) {
    const place = t.appendContext(at('conditions', conditions), String(i), t.unknown, condition)
    const validated = validate(condition, place, depth + 1)
    if (validated._tag === 'Left') return validated
    inner.push(validated.right)
  }
  return t.success({ operator, conditions: inner })
}

/** A codec that reports faults with pointers to the leaf, depending on whether the value looks like a leaf or a branch. */
const asLeaf = (context: t.Context): t.Context =>
  context.map((entry, i) => (i === context.length - 1 ? { ...entry, type: Leaf } : entry))

const validate = (u: unknown, context: t.Context, depth = 1): t.Validation<Condition> => {
  if (depth > maxDepth) return t.failure(u, context, `must be at most ${maxDepth} levels deep`)
  if (isObject(u) && isMeantAsBranch(u)) return validateBranch(u, context, depth)
  const leaf = Leaf.validate(u, asLeaf(context))
  if (leaf._tag === 'Left') return leaf
  const { operator, value } = leaf.right
  const wrong = misfit(operator, value)
  if (wrong === undefined) return t.success(leaf.right)
  return t.failure(value, t.appendContext(context, 'value', Leaf, value), wrong)
}

const schema = {
  description: `A leaf {dataSignalService, dataSignalProperty, operator, value}, or {operator: and, or, not; conditions: […]}, at most ${maxDepth} levels deep.`,
  type: 'object',
  oneOf: [
    {
      required: ['dataSignalService', 'dataSignalProperty', 'operator', 'value'],
      properties: {
        dataSignalService: { type: 'string', description: 'The data signal, by name.' },
        dataSignalProperty: { type: 'string', description: 'The property of the data signal, by id.' },
        operator: { type: 'string', enum: signalOperators, description: 'How the signal is compared.' },
        value: { description: 'What the signal is compared with; a list for IN and NOT_IN.' },
      },
    },
    {
      required: ['operator', 'conditions'],
      properties: {
        operator: { type: 'string', enum: ['and', 'or', 'not'], description: 'How the conditions are combined.' },
        conditions: {
          type: 'array',
          minItems: 1,
          items: { type: 'object' },
          description: 'Conditions of either form.',
        },
      },
    },
  ],
}

/** A condition of at most 8 levels; the number of leaves is limited for the whole graph. */
export const Condition = described(
  new t.Type<Condition, unknown>(
    'condition',
    (u): u is Condition => validate(u, [])._tag === 'Right',
    (u, context) => validate(u, context),
    t.identity,
  ),
  schema,
)

/** The leaves of a condition, with pointers relative to the condition. */
export const leavesOf = (
  condition: Condition,
  pointer = '',
): readonly { readonly leaf: Leaf; readonly pointer: string }[] =>
  isBranch(condition)
    ? condition.conditions.flatMap((inner, i) => leavesOf(inner, `${pointer}/conditions/${i}`))
    : [{ leaf: condition, pointer }]
