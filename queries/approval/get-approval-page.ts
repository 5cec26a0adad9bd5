import * as t from 'io-ts'
import { formReply, pageCountsFor } from '../../src/approval/approval-replies.ts'
import { text } from '../../src/codec/text.ts'
import { query } from '../../src/engine/operation.ts'
import { approvalTarget } from '../../src/links/approval-link.ts'

/** GET /approvals/{token}: the page that the mail links to; it changes nothing, because mail scanners follow links (APPROVAL-9). */
export const getApprovalPage = query({
  summary: 'Get the approval page of a link',
  extension: true,
  noStore: true,
  countsFor: pageCountsFor,
  params: t.type({ token: text({ max: 600 }) }),
  reply: { media: 'text/html' },
  run: ({ params: { token } }, ports) => formReply(approvalTarget(token, ports.secrets), ports)(),
})
