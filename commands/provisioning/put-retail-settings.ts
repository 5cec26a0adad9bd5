import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { listOf } from '../../src/codec/json.ts'
import { AccountId } from '../../src/codec/names.ts'
import { type Approver, retailSettings } from '../../src/domain/provisioning/aggregates.ts'
import { ApproverBody, SettingsBody } from '../../src/domain/provisioning/settings-body.ts'
import { command } from '../../src/engine/operation.ts'
import { refuse, reply } from '../../src/engine/reply.ts'

/** PUT /v2/accounts/{accountId}/retail-settings: who approves. Addresses compare case-insensitively (decision 21). */
export const putRetailSettings = command({
  summary: 'Say who approves the campaigns of an account',
  extension: true,
  params: t.type({ accountId: AccountId }),
  body: SettingsBody,
  reply: fields({ approvers: listOf(ApproverBody, 100), allApproversRequired: t.boolean }),
  example: {
    body: { approvers: [{ userEmail: 'ann@example.com', userName: 'Ann Ashby' }], allApproversRequired: true },
  },
  async run({ params: { accountId }, body, ifMatch }, work, { clock, secrets }) {
    const idOf = (email: string) => secrets.sign('approver', `${accountId}:${email.toLowerCase()}`).slice(0, 22)
    const ids = body.approvers.map(a => idOf(a.userEmail))
    const twice = ids.findIndex((id, i) => ids.indexOf(id) < i)
    if (twice >= 0)
      return refuse('invalid-request', 'An approver is named twice.', {
        errors: [{ pointer: `/approvers/${twice}/userEmail`, code: 'duplicate', detail: 'is in the list already' }],
      })
    const before = (await work.load(retailSettings, accountId)).state.value?.approvers ?? []
    const approvers: Approver[] = []
    for (const [i, { userEmail, ...rest }] of body.approvers.entries()) {
      const approverId = ids[i] ?? ''
      // a seal is different each time: the old one is kept, so that the same settings again change nothing
      const known = before.find(a => a.approverId === approverId)
      const same = known && (await secrets.unsealForAccount(accountId, known.sealedEmail)) === userEmail
      approvers.push({
        approverId,
        sealedEmail: same ? known.sealedEmail : await secrets.sealForAccount(accountId, userEmail),
        ...rest,
      })
    }
    const allApproversRequired = body.allApproversRequired ?? false
    const value = { approvers, allApproversRequired }
    const done = await work.execute(retailSettings, accountId, { value, at: clock.now().toISOString() }, { ifMatch })
    return E.isLeft(done) ? done : reply({ approvers: body.approvers, allApproversRequired }, done.right.revision)
  },
})
