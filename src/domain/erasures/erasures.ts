import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import type { Aggregate } from '../shared/decider.ts'
import { At, fact } from '../shared/fact.ts'
import { because } from '../shared/wording.ts'

const Erasure = fields({
  /** The ids of the person's data keys. */
  personIds: t.array(t.string),
  /** The person's ids as approver in events of releases that did not seal names. */
  approverIds: t.array(t.string),
  /** Requests for approval that the person made, in such events. */
  approvalIdxs: t.array(integer(1)),
  reason: t.string,
  at: At,
})
type Erasure = t.TypeOf<typeof Erasure>

/** A person was erased: these keys are destroyed, and what older events say in plain text about these ids is not shown any more. */
export const PersonErased = fact('PersonErased', Erasure, ({ reason }) => `A person was erased${because(reason)}`)
export type PersonErased = t.TypeOf<typeof PersonErased>

/** Erases a person whom these ids name; they say nothing about who it was. */
export type ErasePerson = Erasure & { readonly kind: 'ErasePerson' }

/** Everything that was erased in an account. */
export type Erased = {
  readonly personIds: ReadonlySet<string>
  readonly approverIds: ReadonlySet<string>
  readonly approvalIdxs: ReadonlySet<number>
}

/** The ids of all persons who were erased. */
export const erasedBy = (found: readonly Erasure[]): Erased => ({
  personIds: new Set(found.flatMap(one => one.personIds)),
  approverIds: new Set(found.flatMap(one => one.approverIds)),
  approvalIdxs: new Set(found.flatMap(one => one.approvalIdxs)),
})

const decide = ({ kind: _, ...command }: ErasePerson, before: readonly Erasure[]) => {
  const known = erasedBy(before)
  const erasure = {
    ...command,
    personIds: command.personIds.filter(id => !known.personIds.has(id)),
    approverIds: command.approverIds.filter(id => !known.approverIds.has(id)),
    approvalIdxs: command.approvalIdxs.filter(idx => !known.approvalIdxs.has(idx)),
  }
  const { personIds, approverIds, approvalIdxs } = erasure
  const isNew = personIds.length + approverIds.length + approvalIdxs.length > 0
  return E.right(isNew ? [{ type: 'PersonErased' as const, data: erasure }] : [])
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
