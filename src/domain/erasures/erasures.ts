import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import type { Aggregate } from '../shared/decider.ts'
import { At, fact } from '../shared/fact.ts'
import { because } from '../shared/wording.ts'

const Erasure = fields({
  /** The ids of the person's data keys. */
  personIds: t.array(t.string),
  reason: t.string,
  at: At,
})
type Erasure = t.TypeOf<typeof Erasure>

/** A person was erased: these keys are destroyed, and with them what events say under them. */
export const PersonErased = fact('PersonErased', Erasure, ({ reason }) => `A person was erased${because(reason)}`)
export type PersonErased = t.TypeOf<typeof PersonErased>

/** Erases a person whom these ids name; they say nothing about who it was. */
export type ErasePerson = Erasure & { readonly kind: 'ErasePerson' }

const decide = ({ kind: _, ...command }: ErasePerson, before: readonly Erasure[]) => {
  const known = new Set(before.flatMap(one => one.personIds))
  const personIds = command.personIds.filter(id => !known.has(id))
  return E.right(personIds.length > 0 ? [{ type: 'PersonErased' as const, data: { ...command, personIds } }] : [])
}

/** The persons of an account who were erased; the stream is `erasures-<account>` (APPROVAL-20). */
export const erasures: Aggregate<ErasePerson, readonly Erasure[], PersonErased> = {
  category: 'erasures',
  subject: 'account',
  events: PersonErased,
  initialState: [],
  decide,
  evolve: (state, { data }) => [...state, data],
}
