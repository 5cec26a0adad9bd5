import * as t from 'io-ts'
import { text } from '../../src/codec/text.ts'
import { query } from '../../src/engine/operation.ts'
import { rawReply } from '../../src/engine/reply.ts'
import { approvalTarget } from '../../src/links/approval-link.ts'
import { approvalPageData, linkState } from '../../src/lookups/approval-shown.ts'
import { approvalProblemPage } from '../../src/pages/approval-answer-pages.ts'
import { approvalPage } from '../../src/pages/approval-page.ts'
import { approvalPageHeaders } from '../../src/pages/layout.ts'

/** GET /approvals/{token}: the page behind the link in the mail; it changes nothing, as mail scanners follow links (decision 22). */
export const getApprovalPage = query({
  summary: 'The page on which an approver answers',
  extension: true,
  noStore: true,
  params: t.type({ token: text({ max: 600 }) }),
  reply: { media: 'text/html' },
  async run({ params: { token } }, ports) {
    const state = await linkState(approvalTarget(token, ports.secrets), ports)
    const html =
      state.kind === 'open' ? approvalPage(await approvalPageData(state, ports)) : approvalProblemPage(state.problem)
    const status = state.kind === 'problem' && state.problem.code === 'approval-link-unknown' ? 404 : 200
    return rawReply({ raw: html, status, contentType: 'text/html; charset=utf-8', headers: approvalPageHeaders })
  },
})
