import { randomUUID } from 'node:crypto'
import * as E from 'fp-ts/lib/Either.js'
import { approval } from '../../../src/domain/approval/approval.ts'
import { exportOf } from '../../../src/domain/exports/export.ts'
import type { Aggregate, DomainEvent } from '../../../src/domain/shared/decider.ts'
import type { Stores } from '../../../src/node/stores/open-stores.ts'

/** Events that a smooth flow does not produce: workers that fail, die or stop, a bounced mail, an old export. */
export const accidents = async ({ newWork, log }: Stores): Promise<void> => {
  const id = randomUUID()
  const context = { actor: 'process:recorder', operation: 'record', correlationId: id, causationId: id }
  const does = async <C, S, Ev extends DomainEvent>(aggregate: Aggregate<C, S, Ev>, stream: string, command: C) => {
    const done = await newWork({ ...context, commandId: randomUUID() }).execute(aggregate, stream, command)
    if (E.isLeft(done)) throw new Error(`${aggregate.category}-${stream}: ${done.left.detail}`)
    return done.right.state
  }
  const at = new Date().toISOString()
  const { state } = await newWork({ ...context, commandId: id }).load(approval, 'acme:1')
  const [approver] = state.request?.approvers ?? []
  if (state.request === undefined || approver === undefined) throw new Error('campaign 1 has no approval request')
  const { attempt } = state.mailing
  const { sealedRequesterName, sealedRequesterEmail, origin } = state.request
  const busy = { ...approver, approverId: 'busy' }
  const approvalIdx = state.request.approvalIdx + 1
  const request = {
    approvalIdx,
    contentHash: 'changed',
    requiredApprovals: 1,
    sealedRequesterName,
    sealedRequesterEmail,
    origin,
    approvers: [approver, busy],
  }
  const asked = { kind: 'RequestApproval', request, at } as const
  await does(approval, 'acme:1', asked)
  const first = { attempt: attempt + 1, at }
  await does(approval, 'acme:1', { kind: 'BeginMail', ...first })
  const failed = [{ approverId: busy.approverId, reason: 'the mail server is busy' }]
  const afterDays = { ...first, at: new Date(Date.parse(at) + 3 * 86_400_000).toISOString() }
  const mails = { ...first, approvalIdx }
  await does(approval, 'acme:1', {
    kind: 'RecordMail',
    ...mails,
    approverId: approver.approverId,
    bounced: 'no such box',
  })
  await does(approval, 'acme:1', { kind: 'DeferMails', ...mails, failed })
  await does(approval, 'acme:1', { kind: 'DeferMails', ...afterDays, approvalIdx, failed })
  await does(approval, 'acme:1', asked)
  await does(approval, 'acme:1', { kind: 'FailAttempt', ...first, reason: 'the mail server hung up' })
  for await (const { type, stream, data } of log.readAll({ prefixes: ['export-'] }))
    if (type === 'ExportCompleted')
      await does(exportOf, stream.slice('export-'.length), { kind: 'Archive', zip: (data as { zip: string }).zip, at })
}
