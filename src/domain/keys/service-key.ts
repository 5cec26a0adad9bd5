import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import type { Aggregate } from '../shared/decider.ts'
import { At, fact } from '../shared/fact.ts'
import { because, count } from '../shared/wording.ts'

/**
 * `keyId`: as `endcap secrets list` shows it; it says nothing about the key. `liveApiKeys`: of a removed pepper, the number of API keys
 * that were hashed with it and stop working, unless there are none.
 */
const Change = fields({ keyId: t.string, at: At }, { reason: t.string, liveApiKeys: integer(1) })
type Change = t.TypeOf<typeof Change>

const says =
  (done: string) =>
  ({ keyId, reason, liveApiKeys: lost }: Change, name: string): string =>
    `The ${name} ${keyId} was ${done}${lost === undefined ? '' : `, and ${count(lost, 'live API key')} with it`}${because(reason)}`

/** Another key was made. Each node accepts it from its next start. */
const ServiceKeyAdded = fact('ServiceKeyAdded', Change, says('added'))
/** Each node signs, hashes or seals with this key from its next start; it accepts the others as before. */
const ServiceKeyChosen = fact('ServiceKeyChosen', Change, says('chosen for use'))
/** A key was destroyed. Each node accepts it until its next start. */
const ServiceKeyRemoved = fact('ServiceKeyRemoved', Change, says('removed'))

const ServiceKeyEvent = t.union([ServiceKeyAdded, ServiceKeyChosen, ServiceKeyRemoved])
export type ServiceKeyEvent = t.TypeOf<typeof ServiceKeyEvent>

const types = {
  AddServiceKey: 'ServiceKeyAdded',
  UseServiceKey: 'ServiceKeyChosen',
  RemoveServiceKey: 'ServiceKeyRemoved',
} as const
/** What an operator does with a key, once the store of secrets has said that it can be done. */
export type ServiceKeyCommand = Change & { readonly kind: keyof typeof types }

/**
 * The pepper, the signing key or the seal key of the installation; the stream is `service-key-<name>` and its state the last change
 * (ADR 0139). A command that was interrupted and is run again is recorded once.
 */
export const serviceKey: Aggregate<ServiceKeyCommand, ServiceKeyEvent | undefined, ServiceKeyEvent> = {
  category: 'service-key',
  subject: 'none',
  events: ServiceKeyEvent,
  initialState: undefined,
  decide({ kind, ...data }, last) {
    const type = types[kind]
    const isRecorded = last?.type === type && last.data.keyId === data.keyId
    return E.right(isRecorded ? [] : [{ type, data }])
  },
  evolve: (_, { type, data }) => ({ type, data }),
}
