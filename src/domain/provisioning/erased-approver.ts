import { erased } from '../shared/erased.ts'
import type { Approver } from './aggregates.ts'

/** An approver without what is known of the person (APPROVAL-20). */
export const withoutApprover = ({ approverId }: Approver): Approver => ({
  approverId,
  sealedEmail: '',
  userName: erased,
})
