import { erased } from '../shared/erased.ts'
import type { Approver } from './aggregates.ts'

/** An approver without what is known of the person (APPROVAL-19). */
export const withoutApprover = ({ approverId }: Approver): Approver => ({
  approverId,
  sealedEmail: '',
  userName: erased,
})
