import { type Problems, problem } from '../shared/problem.ts'

/** The problem codes of this area. */
export const approvalProblems = {
  'approval-already-decided': problem(
    'conflict',
    'The approval is already decided',
    'A link is valid for one decision.',
    'Nothing is left to do. If the decision was wrong, ask the requester for a new approval request.',
  ),
  'approval-content-changed': problem(
    'conflict',
    'The content changed after the request',
    'The link asks about content that the campaign no longer has.',
    'Request the approval again.',
  ),
  'approval-link-expired': problem(
    'conflict',
    'The approval link has expired',
    'A link is valid for 14 days.',
    'Request the approval again; the new mail has a new link.',
  ),
  'approval-superseded': problem(
    'conflict',
    'A newer approval request replaces this one',
    'A later request asks about the campaign as it is now.',
    'Use the link of the newest mail.',
  ),
  'too-many-recipients': problem(
    'limited',
    'Too many recipients of mails',
    'An account may write to a limited number of recipients in an hour: 200, unless the operator set another limit.',
    'Wait as many seconds as Retry-After says and request again, or ask the operator to raise the limit.',
  ),
  'nothing-to-preview': problem(
    'conflict',
    'There is nothing to preview',
    'No creative of the campaign can be shown in any ad unit, so approvers would see no picture. `detail` names the reasons.',
    'Correct the creatives or the ad units that `detail` names, then request the approval again.',
  ),
  'nothing-to-approve': problem(
    'conflict',
    'There is nothing to approve',
    'The campaign has no creative yet.',
    'Save a creative first, or load rows into the product feed, then request the approval again.',
  ),
} as const satisfies Problems
