import * as t from 'io-ts'
import { type Described, described } from '../../codec/described.ts'
import { fields } from '../../codec/fields.ts'
import { oneOf, text } from '../../codec/text.ts'
import { type SignalOperator, signalOperators } from './data-signal.ts'

/** The value that a signal is compared with. */
export type SignalValue = string | number | boolean
export type Leaf = {
  readonly dataSignalService: string
  readonly dataSignalProperty: string
  readonly operator: SignalOperator
  readonly value: SignalValue | readonly SignalValue[]
}
export type Branch = { readonly operator: 'and' | 'or' | 'not'; readonly conditions: readonly Condition[] }
/** When a segment applies (CLASSIC-4): a comparison with one signal, or a combination of conditions. */
export type Condition = Leaf | Branch

export const maxDepth = 8
export const maxLeaves = 200
const maxValues = 1_000

export const isBranch = (condition: Condition): condition is Branch => 'conditions' in condition

const Scalar = t.union([text({ max: 1_024 }), t.number, t.boolean])
const Comparand = described(
  new t.Type<Leaf['value']>(
    'value of a signal',
    (u): u is Leaf['value'] => Scalar.is(u) || (Array.isArray(u) && u.every(Scalar.is)),
    (u, context) => {
      if (!Array.isArray(u))
        return Scalar.is(u)
          ? t.success(u)
          : t.failure(u, context, 'must be a string, a number, a boolean, or a list of those')
      if (u.length === 0 || u.length > maxValues) return t.failure(u, context, `must have 1 to ${maxValues} values`)
      return u.every(Scalar.is)
        ? t.success(u)
        : t.failure(u, context, 'must contain only strings, numbers and booleans')
    },
    t.identity,
  ),
  { oneOf: [{ type: ['string', 'number', 'boolean'] }, { type: 'array', minItems: 1, maxItems: maxValues }] },
)

const LeafShape = fields({
  dataSignalService: text({ min: 1, max: 255 }),
  dataSignalProperty: text({ min: 1, max: 128 }),
  operator: oneOf(...signalOperators),
  value: Comparand,
})

/** The error if a leaf's value does not fit its operator. */
const misfit = ({ operator, value }: Leaf): string | undefined => {
  const wantsList = operator === 'IN' || operator === 'NOT_IN'
  if (wantsList !== Array.isArray(value))
    return wantsList ? `must be a list for ${operator}` : `must be a single value for ${operator}`
  const wantsNumber = operator === 'LESS_THAN' || operator === 'GREATER_THAN'
  return wantsNumber && typeof value !== 'number' ? `must be a number for ${operator}` : undefined
}

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
    const validated = validate(
      condition,
      t.appendContext(at('conditions', conditions), String(i), t.unknown, condition),
      depth + 1,
    )
    if (validated._tag === 'Left') return validated
    inner.push(validated.right)
  }
  return t.success({ operator, conditions: inner })
}

/** A codec that reports faults with pointers to the leaf, depending on whether the value looks like a leaf or a branch. */
const asLeaf = (context: t.Context): t.Context =>
  context.map((entry, i) => (i === context.length - 1 ? { ...entry, type: LeafShape } : entry))

const validate = (u: unknown, context: t.Context, depth = 1): t.Validation<Condition> => {
  if (depth > maxDepth) return t.failure(u, context, `must be at most ${maxDepth} levels deep`)
  if (isObject(u) && isMeantAsBranch(u)) return validateBranch(u, context, depth)
  const leaf = LeafShape.validate(u, asLeaf(context))
  if (leaf._tag === 'Left') return leaf
  const wrong = misfit(leaf.right)
  if (wrong === undefined) return t.success(leaf.right)
  return t.failure(leaf.right.value, t.appendContext(context, 'value', Comparand, leaf.right.value), wrong)
}

const isCondition = (u: unknown): u is Condition => validate(u, [])._tag === 'Right'

/** A condition of at most 8 levels; the number of leaves is limited for the whole graph. */
export const Condition: Described<Condition, unknown> = described(
  new t.Type<Condition, unknown>('condition', isCondition, (u, context) => validate(u, context), t.identity),
  {
    description: `A leaf {dataSignalService, dataSignalProperty, operator, value}, or {operator: and, or, not; conditions: […]}, at most ${maxDepth} levels deep.`,
    type: 'object',
    oneOf: [
      {
        required: ['dataSignalService', 'dataSignalProperty', 'operator', 'value'],
        properties: {
          dataSignalService: { type: 'string' },
          dataSignalProperty: { type: 'string' },
          operator: { type: 'string', enum: signalOperators },
        },
      },
      {
        required: ['operator', 'conditions'],
        properties: {
          operator: { type: 'string', enum: ['and', 'or', 'not'] },
          conditions: { type: 'array', minItems: 1, items: { type: 'object' } },
        },
      },
    ],
  },
)

/** The leaves of a condition, with pointers relative to the condition. */
export const leavesOf = (
  condition: Condition,
  pointer = '',
): readonly { readonly leaf: Leaf; readonly pointer: string }[] =>
  isBranch(condition)
    ? condition.conditions.flatMap((inner, i) => leavesOf(inner, `${pointer}/conditions/${i}`))
    : [{ leaf: condition, pointer }]
