import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import pMap from 'p-map'
import { approval } from '../domain/approval/approval.ts'
import { erasedBy, erasures } from '../domain/erasures/erasures.ts'
import { type RetailSettings, retailSettings } from '../domain/provisioning/aggregates.ts'
import { withoutApprover } from '../domain/provisioning/erased-approver.ts'
import { type Rejection, rejection, streamOf } from '../domain/shared/decider.ts'
import * as TE from '../engine/task-either.ts'
import type { Work } from '../engine/write/execute.ts'
import { executed, loaded } from '../engine/write/steps.ts'
import { settingsFromLog } from '../lookups/settings-from-log.ts'
import { type Clock, timeOf } from '../ports/clock.ts'
import type { EventLog, Position } from '../ports/event-log.ts'
import type { Secrets } from '../ports/secrets.ts'
import { findPerson, isFound, type PersonFound } from './find-person.ts'
import { type Asked, matching, type Person } from './person.ts'

/** What was erased; with `isErased` false, there was nothing to erase. `isApprover`: the settings still have this approver, without address and name. */
export type PersonGone = { readonly found: PersonFound; readonly isErased: boolean; readonly isApprover: boolean }

type Using = {
  readonly log: EventLog
  readonly secrets: Secrets
  readonly clock: Clock
  readonly onScanned?: (position: Position) => void
}

/** The settings without what is known of the person. Who may approve does not change: that is for the account to decide. */
const settingsWithout = async (
  person: Person,
  { personIds }: PersonFound,
  settings: RetailSettings,
  secrets: Secrets,
): Promise<RetailSettings> => {
  const { matches } = matching(person, personIds, secrets)
  const where = streamOf(retailSettings, person.accountId)
  const approvers = settings.approvers.map(async one =>
    (await matches(one.sealedEmail, where)) === undefined ? one : withoutApprover(one),
  )
  return { ...settings, approvers: await Promise.all(approvers) }
}

/** Whether it changed the settings. */
const inSettings = (
  person: Asked,
  found: PersonFound,
  work: Work,
  { secrets, clock }: Using,
): TE.TaskEither<Rejection, boolean> =>
  pipe(
    TE.fromTask(() => settingsFromLog(work, person.accountId)),
    TE.bindTo('before'),
    TE.bind('value', ({ before }) => TE.fromTask(() => settingsWithout(person, found, before, secrets))),
    TE.flatMap(({ before, value }) =>
      value.approvers.every((one, i) => one === before.approvers[i])
        ? TE.right(false)
        : pipe(
            executed(work, retailSettings, person.accountId, { value, at: timeOf({ clock }) }),
            TE.map(() => true),
          ),
    ),
  )

const named = rejection(
  'invalid-request',
  'The reason stays in the log, so it must not have the person’s name; name a ticket.',
)

/** How many approvals are changed at once: their appends share commits. */
const concurrency = 32

/** In approvals whose events name the person in plain text, so that states and views do not. */
const inApprovals =
  ({ approvals, approverIds }: PersonFound, work: Work, { clock }: Using): TE.TaskEither<Rejection, undefined> =>
  async () => {
    const erase = { kind: 'ErasePerson', approverIds: [...approverIds] } as const
    const without = async ([id, approvalIdxs]: readonly [string, readonly number[]]) => {
      const done = await work.execute(approval, id, { ...erase, approvalIdxs, at: timeOf({ clock }) })
      return E.map(() => undefined)(done)
    }
    const done = await pMap(approvals, without, { concurrency })
    return done.find(E.isLeft) ?? E.right(undefined)
  }

/** The most requests that one event names; it must fit into an append. */
const mostRequests = 50_000

const record =
  (
    { accountId, reason }: Asked,
    { personIds, approverIds, approvalIdxs }: PersonFound,
    work: Work,
    { clock }: Using,
  ): TE.TaskEither<Rejection, undefined> =>
  async () => {
    const ids = { personIds: [...personIds.keys()], approverIds: [...approverIds] }
    const requests = [...approvalIdxs]
    do {
      const erase = { kind: 'ErasePerson', ...ids, approvalIdxs: requests.splice(0, mostRequests), reason } as const
      const done = await work.execute(erasures, accountId, { ...erase, at: timeOf({ clock }) })
      if (E.isLeft(done)) return done
    } while (requests.length > 0)
    return E.right(undefined)
  }

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
    loaded(work, erasures, asked.accountId),
    TE.flatMapTask(
      ({ state }) =>
        () =>
          findPerson(asked, erasedBy(state), using, using.onScanned),
    ),
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
    inSettings(asked, found, work, using),
    TE.bindTo('isApprover'),
    TE.tap(() => inApprovals(found, work, using)),
    TE.tap(() => record(asked, found, work, using)),
    TE.tap(() => TE.fromTask(() => destroyKeys(asked, found, using.secrets))),
    TE.map(({ isApprover }) => ({ found, isErased: true, isApprover })),
  )
