import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { listOf } from '../../src/codec/json.ts'
import { AccountId } from '../../src/codec/names.ts'
import { retailSettings } from '../../src/domain/provisioning/aggregates.ts'
import { ApproverBody, SettingsBody } from '../../src/domain/provisioning/settings-body.ts'
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { executed } from '../../src/engine/write/steps.ts'
import { settingsFromLog } from '../../src/lookups/settings-from-log.ts'
import { mustBeUnique } from '../../src/lookups/unique.ts'
import { comparable, sealedApprovers } from '../../src/retail-campaigns/sealed-approvers.ts'

/** PUT /v2/accounts/{accountId}/retail-settings: sets the approvers. Addresses compare case-insensitively (APPROVAL-3). */
export const putRetailSettings = command({
  summary: 'Set who approves the campaigns of an account',
  takesIfMatch: true,
  extension: true,
  params: t.type({ accountId: AccountId }),
  body: SettingsBody,
  reply: fields({ approvers: listOf(ApproverBody, 100), allApproversRequired: t.boolean }),
  example: {
    body: { approvers: [{ userEmail: 'ann@example.com', userName: 'Ann Ashby' }], allApproversRequired: true },
  },
  run({ params: { accountId }, body, ifMatch }, work, { clock, secrets }) {
    const { approvers, allApproversRequired = false } = body
    return pipe(
      TE.fromEither(
        mustBeUnique(approvers.map(comparable), 'An approver is listed twice.', i => `/approvers/${i}/userEmail`),
      ),
      TE.flatMapTask(() => () => settingsFromLog(work, accountId)),
      TE.flatMapTask(before => () => sealedApprovers(secrets, accountId, approvers, before.approvers)),
      TE.flatMap(sealed => {
        const value = { approvers: sealed, allApproversRequired }
        return executed(work, retailSettings, accountId, { value, at: clock.now().toISOString() }, { ifMatch })
      }),
      TE.flatMapEither(({ revision }) => reply({ approvers, allApproversRequired }, revision)),
    )()
  },
})
