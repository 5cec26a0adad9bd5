import * as t from 'io-ts'
import { about, named } from '../../codec/described.ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { listOf } from '../../codec/json.ts'
import { Name } from '../../codec/names.ts'
import { oneOf, text } from '../../codec/text.ts'
import { configuredAs } from '../provisioning/configured.ts'
import { repeatedAt } from '../shared/repeated.ts'
import { count } from '../shared/wording.ts'

/** The comparison operators of conditions (CLASSIC-4). */
export const signalOperators = [
  'EQUALS',
  'NOT_EQUALS',
  'IN',
  'NOT_IN',
  'LESS_THAN',
  'GREATER_THAN',
  'CONTAINS',
] as const
export type SignalOperator = (typeof signalOperators)[number]

/** A property of a data signal (CLASSIC-2). */
export const DataSignalProperty = fields({
  propertyId: about(text({ min: 1, max: 128 }), 'The id of the property, unique in the signal.'),
  propertyName: about(Name, 'The name of the property.'),
  operators: about(
    listOf(oneOf(...signalOperators), signalOperators.length, 1),
    'The operators that conditions may use with it.',
  ),
})

/** A source of signals for decisions, for example the weather at the viewer's location (CLASSIC-2). */
export const DataSignal = named(
  'DataSignal',
  fields({
    dataSignalId: about(integer(1), 'The id of the signal.'),
    dataSignalName: about(Name, 'The name of the signal, unique in the account.'),
    dataSignalProperties: about(listOf(DataSignalProperty, 200), 'What the signal tells.'),
  }),
)
export type DataSignal = t.TypeOf<typeof DataSignal>

export const DataSignals = fields({ dataSignals: t.array(DataSignal) })

/** DataSignalsConfigured: the complete list of an account's data signals. Stream `data-signals-<account>`. */
export const dataSignals = configuredAs('data-signals', 'DataSignalsConfigured', DataSignals, {
  subject: 'account',
  says: value => `The account’s data signals were saved: ${count(value.dataSignals.length, 'signal')}.`,
})

/** Finds a duplicate name or id: its place in the list and the member. Signals are addressed by name, properties by id. */
export const repeatedIn = (signals: readonly DataSignal[]): { readonly pointer: string } | undefined => {
  const [name] = repeatedAt(signals.map(s => s.dataSignalName))
  if (name !== undefined) return { pointer: `/dataSignals/${name}/dataSignalName` }
  const [id] = repeatedAt(signals.map(s => s.dataSignalId))
  if (id !== undefined) return { pointer: `/dataSignals/${id}/dataSignalId` }
  for (const [i, { dataSignalProperties }] of signals.entries()) {
    const [property] = repeatedAt(dataSignalProperties.map(p => p.propertyId))
    if (property !== undefined) return { pointer: `/dataSignals/${i}/dataSignalProperties/${property}/propertyId` }
  }
  return undefined
}
