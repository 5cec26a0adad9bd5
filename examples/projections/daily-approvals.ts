import * as t from 'io-ts'
import { approval } from '../../src/domain/approval/approval.ts'
import { projectionOf } from '../../src/engine/read/projection-of.ts'

/** How an account's approval requests ended on a day (UTC). */
const DailyApprovals = t.type({ accountId: t.string, day: t.string, approved: t.number, rejected: t.number })

const dailyApprovals = projectionOf(approval, {
  name: 'own-daily-approvals',
  version: 1,
  codec: DailyApprovals,
  indexes: [],
  idOf: (event, stream) =>
    event.type === 'ApprovalDecided' ? `${stream.split(':')[0]}:${event.data.at.slice(0, 10)}` : undefined,
  evolve(before, event, stream) {
    if (event.type !== 'ApprovalDecided') return before
    const [accountId = ''] = stream.split(':')
    const { approved, rejected } = before ?? { approved: 0, rejected: 0 }
    const isApproved = event.data.decision === 'Approved'
    return {
      accountId,
      day: event.data.at.slice(0, 10),
      approved: approved + (isApproved ? 1 : 0),
      rejected: rejected + (isApproved ? 0 : 1),
    }
  },
})

/** PROJECTIONS=./examples/projections/daily-approvals.ts */
export default [dailyApprovals]
