// @ts-check
import { approvalPreviews } from './approval-previews.js'
import { fill, h, typed } from './dom.js'
import { place } from './notices.js'
import { campaignPath } from './running.js'
import { moment } from './times.js'
import { badge } from './wording.js'

/** @typedef {{ status: string, updatedOn: string, reason?: string, nextTryOn?: string }} Delivery */
/** @typedef {{ userName: string, userEmail: string, approvalStatus: string, delivery?: Delivery }} Approver */

/** When the mail was sent, or why it was not. @param {Delivery | undefined} delivery */
const mailNote = delivery => {
  if (delivery?.status === 'Sent') return [h('span', { class: 'soft' }, 'Mail sent ', moment(delivery.updatedOn))]
  if (delivery?.status === 'Waiting') return [h('span', { class: 'soft' }, 'The mail is waiting to be sent')]
  if (delivery?.reason === undefined) return []
  const { reason, nextTryOn } = delivery
  const next = nextTryOn === undefined ? [] : ['. Next try: ', moment(nextTryOn)]
  return [h('span', { class: 'soft' }, 'The mail could not be sent: ', typed(reason), ...next)]
}

/** Why an approver who was asked is Unavailable (APPROVAL-8). @param {Approver} approver */
const lost = ({ approvalStatus, delivery }) => {
  if (approvalStatus !== 'Unavailable' || delivery === undefined) return undefined
  return ['Bounced', 'GivenUp'].includes(delivery.status) ? 'Not reached' : 'No longer an approver'
}

/** @param {Approver} approver */
const answerOf = approver => {
  const answer = badge()
  answer.update(approver.approvalStatus, lost(approver))
  return answer.node
}

/** @param {Approver} approver */
const approverRow = approver => {
  const { userName, userEmail, delivery } = approver
  const who = h('span', {}, typed(userName), h('span', { class: 'soft' }, typed(userEmail)), ...mailNote(delivery))
  return h('li', {}, who, answerOf(approver))
}

/** @param {{ approvalIdx: number, requesterEmail: string, requiredApprovals: number, createdOn: string, approverDetails: readonly Approver[] }} approval */
const summaryOf = ({ approvalIdx, requesterEmail, requiredApprovals, createdOn, approverDetails }) => {
  if (approverDetails.length === 0) return ['This account has no approvers, so no approval is required.']
  const needed = `${requiredApprovals} of ${approverDetails.length} required.`
  return approvalIdx === 0 ? [needed] : ['Requested by ', typed(requesterEmail), ', ', moment(createdOn), `. ${needed}`]
}

/**
 * A campaign's approval: its status, the approvers with their mails and answers, and what they see.
 * @param {import('./api.js').Client} client
 * @param {number} idx
 * @param {AbortSignal} signal
 */
export const approvalPart = (client, idx, signal) => {
  const body = place('The approval')
  const status = badge()
  const message = h('p', { class: 'message' })
  const approvers = h('ul', { class: 'approvers' })
  const previews = approvalPreviews(client, idx, signal)
  const asked = h('div', { class: 'asked' }, approvers, previews.node)
  return {
    node: h('section', { class: 'sheet' }, h('h2', {}, 'Approval'), body.node),
    /** @param {boolean} fresh @returns {Promise<boolean>} */
    async read(fresh) {
      if (!fresh) return false
      const read = await client.read(`${campaignPath(idx)}/approvalStatus`, {}, signal)
      if (!read.ok) return body.refuse(read)
      status.update(read.body.status)
      fill(message, ...summaryOf(read.body))
      fill(approvers, ...read.body.approverDetails.map(approverRow))
      const isNeeded = read.body.approverDetails.length > 0
      asked.hidden = !isNeeded
      body.show(status.node, message, asked)
      if (isNeeded) await previews.read()
      return false
    },
  }
}
