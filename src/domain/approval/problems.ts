import { type Problems, problem } from '../shared/problem.ts'

/** The problem codes of this area. */
export const approvalProblems = {
  'approval-already-decided': problem(
    'conflict',
    'The approval is already decided',
    'A link is valid for one decision.',
  ),
  'approval-content-changed': problem(
    'conflict',
    'The content changed after the request',
    'Request the approval again.',
  ),
  'approval-link-expired': problem('conflict', 'The approval link has expired', 'A link is valid for 14 days.'),
  'approval-superseded': problem(
    'conflict',
    'A newer approval request replaces this one',
    'Use the link of the newest mail.',
  ),
  'too-many-recipients': problem(
    'limited',
    'Too many recipients of mails',
    'An account may write to a limited number of recipients in an hour: 200, unless the operator set another limit. Retry-After is the number of seconds to wait.',
  ),
  'nothing-to-approve': problem('conflict', 'There is nothing to approve', 'The campaign has no creative yet.'),
} as const satisfies Problems
