import { approvalMail } from './approval-mail.ts'

/** What follows from the events of approvals. */
export const approvalProcesses = [approvalMail] as const
