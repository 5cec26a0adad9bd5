import { textSearch } from '../shared/text-search.ts'
import type { SignalValue } from './comparand.ts'
import { type Condition, isBranch, type Leaf } from './condition.ts'
import type { DataSignal } from './data-signal.ts'
import type { DecisionGraph } from './decision-graph.ts'

/** The signal values for a decision, by data signal and property. */
export type Signals = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** The creative masters to serve, their segment (null: the default, or several in rotation), and all matching segments. */
export type Decision = {
  readonly creativeMasters: readonly string[]
  readonly segment: string | null
  /** Names of the matching segments. */
  readonly why: readonly string[]
}

const isScalar = (value: unknown): value is SignalValue =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** Senders write numbers as numbers or as text: `7` and `"7"` are equal. */
const same = (a: unknown, b: SignalValue): boolean => isScalar(a) && String(a) === String(b)

const numberOf = (value: unknown): number =>
  typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN

/** The texts of signals that are lists: many leaves may look into one list. */
const textsOfLists = new WeakMap<readonly unknown[], ReadonlySet<string>>()

const textsOf = (list: readonly unknown[]): ReadonlySet<string> => {
  const texts = textsOfLists.get(list) ?? new Set(list.filter(isScalar).map(String))
  textsOfLists.set(list, texts)
  return texts
}

const contains = (signal: unknown, value: Leaf['value']): boolean => {
  if (!isScalar(value)) return false
  const wanted = String(value)
  return Array.isArray(signal)
    ? textsOf(signal).has(wanted)
    : isScalar(signal) && textSearch(wanted)(String(signal)) >= 0
}

/** Whether a leaf is true for the value of its signal. */
const leafHolds = ({ operator, value }: Leaf, signal: unknown): boolean => {
  const isOneOf = () => [value].flat().some(one => same(signal, one as SignalValue))
  switch (operator) {
    case 'EQUALS':
    case 'IN':
      return isOneOf()
    case 'NOT_EQUALS':
    case 'NOT_IN':
      return !isOneOf()
    case 'LESS_THAN':
      return numberOf(signal) < numberOf(value)
    case 'GREATER_THAN':
      return numberOf(signal) > numberOf(value)
    case 'CONTAINS':
      return contains(signal, value)
  }
}

const signalOf = (signals: Signals, service: string, property: string): unknown => {
  const properties = Object.hasOwn(signals, service) ? signals[service] : undefined
  return properties && Object.hasOwn(properties, property) ? properties[property] : undefined
}

/** The values of signals and properties that the account has: a leaf whose signal is gone is false, whoever still sends it (CLASSIC-9). */
export const knownSignals = (known: readonly DataSignal[], sent: Signals): Signals => {
  const properties = new Map(
    known.map(({ dataSignalName, dataSignalProperties }) => [dataSignalName, dataSignalProperties]),
  )
  const valuesOf = ([service, values]: readonly [string, Signals[string]]) => {
    const ids = new Set(properties.get(service)?.map(({ propertyId }) => propertyId))
    return [service, Object.fromEntries(Object.entries(values).filter(([id]) => ids.has(id)))] as const
  }
  return Object.fromEntries(Object.entries(sent).map(valuesOf))
}

/** Whether a condition is true. A leaf without a signal value is false, whatever its operator (CLASSIC-5). */
export const holds = (condition: Condition, signals: Signals): boolean => {
  if (!isBranch(condition)) {
    const signal = signalOf(signals, condition.dataSignalService, condition.dataSignalProperty)
    return signal !== undefined && signal !== null && leafHolds(condition, signal)
  }
  const { operator, conditions } = condition
  if (operator === 'and') return conditions.every(inner => holds(inner, signals))
  if (operator === 'or') return conditions.some(inner => holds(inner, signals))
  return !conditions.every(inner => holds(inner, signals))
}

/**
 * Evaluates a decision graph (CLASSIC-5). Without a priority, the first matching segment serves. In EQUAL_ROTATION, all
 * matching segments serve, each creative once. If no segment matches, the default serves.
 */
export const decideCreatives = (graph: DecisionGraph, signals: Signals): Decision => {
  const matching = graph.segments.filter(
    s => s.condition === undefined || s.condition === null || holds(s.condition, signals),
  )
  const serving = graph.rulePriority === 'EQUAL_ROTATION' ? matching : matching.slice(0, 1)
  const why = serving.map(s => s.name)
  if (serving.length === 0) {
    const standard = graph.defaultCreativeMaster ?? null
    return { creativeMasters: standard === null ? [] : [standard], segment: null, why }
  }
  return {
    creativeMasters: [...new Set(serving.flatMap(s => s.creativeMasters))],
    segment: why.length === 1 ? (why[0] ?? null) : null,
    why,
  }
}
