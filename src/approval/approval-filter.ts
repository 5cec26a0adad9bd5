import type { ApprovalStatus } from '../domain/approval/status.ts'
import type { RetailSettings } from '../domain/provisioning/aggregates.ts'
import type { Condition, Narrowed } from '../list/made-fields.ts'
import { itemMatcher } from '../list/page-of.ts'
import type { Where } from '../ports/read-models.ts'

const everything: Where = { all: [] }
const nothing: Where = { any: [] }
const decision = (value: string | null): Where => ({ field: ['approval', 'request', 'decision'], is: '=', value })
const asked = (is: '=' | '<>'): Where => ({ field: ['approval', 'request', 'approvalIdx'], is, value: null })
const isHybrid: Where = { field: ['record', 'campaign', 'assetSourceType'], is: '=', value: 'hybridAsset' }

/** The requests that may show each status; whether one does depends on the content now (APPROVAL-4). */
const requests: readonly (readonly [ApprovalStatus, Where])[] = [
  ['Approved', decision('Approved')],
  // an undecided one is rejected once too many of its approvers have left the settings
  ['Rejected', { all: [asked('<>'), { any: [decision('Rejected'), decision(null)] }] }],
  // of a hybrid campaign whose products are being indexed the content is not known
  ['Pending', { all: [asked('<>'), { any: [decision(null), isHybrid] }] }],
  ['Invalid', asked('<>')],
]

/** The campaigns that a filter by `approvalStatus` can hold for, from what is stored of their requests. */
export const approvalNarrowing =
  ({ approvers }: Pick<RetailSettings, 'approvers'>) =>
  (condition: Condition): Narrowed => {
    const matches = itemMatcher(condition)
    const wanted = (approvalStatus: ApprovalStatus) => matches({ approvalStatus })
    if (approvers.length === 0) return { where: wanted('Approved') ? everything : nothing, exact: true }
    const unasked = wanted('Unavailable') ? [asked('=')] : []
    const possible = requests.filter(([status]) => wanted(status))
    if (possible.length === requests.length) return { where: { any: [...unasked, asked('<>')] }, exact: true }
    const where: Where = { any: [...unasked, ...possible.map(([, ofStatus]) => ofStatus)] }
    return possible.length === 0 ? { where, exact: true } : { where }
  }
