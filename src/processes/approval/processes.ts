import { approvalMail } from './approval-mail.ts'

/** The processes that react to approval events. */
export const approvalProcesses = [approvalMail] as const
