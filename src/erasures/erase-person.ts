import { pipe } from 'fp-ts/lib/function.js'
import { erasures } from '../domain/erasures/erasures.ts'
import { retailSettings } from '../domain/provisioning/aggregates.ts'
import { type Rejection, rejection, streamOf } from '../domain/shared/decider.ts'
import * as TE from '../engine/task-either.ts'
import type { Work } from '../engine/write/execute.ts'
import { executed } from '../engine/write/steps.ts'
import { settingsFromLog } from '../lookups/settings-from-log.ts'
import { type Clock, timeOf } from '../ports/clock.ts'
import type { EventLog, Position } from '../ports/event-log.ts'
import type { Secrets } from '../ports/secrets.ts'
import { findPerson, isFound, type PersonFound } from './find-person.ts'
import { type Asked, matching, type Person } from './person.ts'

/** What was erased; with `isErased` false, there was nothing to erase. `isApprover`: the settings still have this approver, who reads `erased`. */
export type PersonGone = { readonly found: PersonFound; readonly isErased: boolean; readonly isApprover: boolean }

type Using = {
  readonly log: EventLog
  readonly secrets: Secrets
  readonly clock: Clock
  readonly onScanned?: (position: Position) => void
}

/** Whether the settings name the person as an approver. Who may approve does not change: that is for the account to decide. */
const isApproverNow =
  (person: Asked, { personIds }: PersonFound, work: Work, secrets: Secrets) =>
  async (): Promise<boolean> => {
    const { matches } = matching(person, personIds, secrets)
    const where = streamOf(retailSettings, person.accountId)
    for (const { sealedEmail } of (await settingsFromLog(work, person.accountId)).approvers)
      if ((await matches(sealedEmail, where)) !== undefined) return true
    return false
  }

const named = rejection(
  'invalid-request',
  'The reason stays in the log, so it must not have the person’s name; name a ticket.',
)

const record = ({ accountId, reason }: Asked, { personIds }: PersonFound, work: Work, { clock }: Using) =>
  executed(work, erasures, accountId, {
    kind: 'ErasePerson',
    personIds: [...personIds.keys()],
    reason,
    at: timeOf({ clock }),
  })

const destroyKeys = async ({ accountId }: Person, { personIds }: PersonFound, secrets: Secrets) => {
  for (const [personId, spelled] of personIds) await secrets.destroyPersonKey(accountId, personId, spelled)
}

/**
 * Erases a person of an account (APPROVAL-20). `invalid-request` if the reason has a name by which the
 * person is known: nothing is erased then. The keys are destroyed last: an erasure that was
 * interrupted finds everything again when it is run again, and `endcap verify` reports keys that are left.
 */
export const erasePerson = (asked: Asked, work: Work, using: Using): TE.TaskEither<Rejection, PersonGone> =>
  pipe(
    TE.fromTask(() => findPerson(asked, using, using.onScanned)),
    TE.filterOrElse(
      ({ reason }) => !reason.hasName,
      () => named,
    ),
    TE.flatMap(found =>
      isFound(found) ? eraseFound(asked, found, work, using) : TE.right({ found, isErased: false, isApprover: false }),
    ),
  )

const eraseFound = (asked: Asked, found: PersonFound, work: Work, using: Using): TE.TaskEither<Rejection, PersonGone> =>
  pipe(
    TE.fromTask(isApproverNow(asked, found, work, using.secrets)),
    TE.bindTo('isApprover'),
    TE.tap(() => record(asked, found, work, using)),
    TE.tap(() => TE.fromTask(() => destroyKeys(asked, found, using.secrets))),
    TE.map(({ isApprover }) => ({ found, isErased: true, isApprover })),
  )
