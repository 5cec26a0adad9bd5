import * as E from 'fp-ts/lib/Either.js'
import { approval } from '../../../src/domain/approval/approval.ts'
import type { ApprovalEvent, Decision } from '../../../src/domain/approval/events.ts'
import { retailSettings } from '../../../src/domain/provisioning/aggregates.ts'
import { contentFromLog } from '../../../src/lookups/campaign-from-log.ts'
import type { Mail } from '../../../src/ports/mailer.ts'
import type { Ports } from '../../../src/ports/ports.ts'
import { approvalMail } from '../../../src/processes/approval/approval-mail.ts'
import { campaignInLog, twelve } from './campaign-in-log.ts'
import { fakeWorld } from './fakes.ts'
import { eventsOf } from './log.ts'
import { comesTrue, type MemoryNodes, memoryNodes } from './node.ts'
import { noRowIndexes } from './row-indexes.ts'

/** An approver whose address is `<name>@example.com`. */
export const approver = (name: string) => ({
  approverId: name,
  sealedEmail: `sealed ${name}@example.com`,
  userName: name,
})
export const both = [approver('ann'), approver('bob')]

/** A node that sends mails about campaign 12, with as many ad units; all `approvers` of the account must approve. */
export const mailingNode = async (
  over: Partial<Ports> = {},
  approvers = both,
  { adUnits = 1, creatives = ['pot'] }: { readonly adUnits?: number; readonly creatives?: readonly string[] } = {},
): Promise<MemoryNodes> => {
  const nodes = memoryNodes(fakeWorld(over))
  await campaignInLog(nodes, Array(adUnits).fill('<p>{{headline}}</p>'), creatives)
  const value = { approvers, allApproversRequired: true }
  await nodes.does(retailSettings, 'acme', { value, at: nodes.clock.now().toISOString() })
  nodes.start([approvalMail], 'one')
  return nodes
}

export const hashNow = async (nodes: MemoryNodes) => {
  const content = await contentFromLog(nodes.work(), 'acme', 12, { rowIndexes: noRowIndexes })()
  if (E.isLeft(content)) throw new Error(content.left.detail)
  return content.right.contentHash
}

/** Requests approval by all of these approvers, for the campaign as it is. `hash`: if it cannot be read any more. */
export const ask = async (nodes: MemoryNodes, approvalIdx = 1, approvers = both, hash?: string) => {
  const request = {
    approvalIdx,
    contentHash: hash ?? (await hashNow(nodes)),
    requiredApprovals: approvers.length,
    sealedRequesterName: 'sealed Rob',
    sealedRequesterEmail: 'sealed rob@example.com',
    approvers,
    origin: 'http://ads.test',
  }
  return nodes.does(approval, twelve, { kind: 'RequestApproval', request, at: nodes.clock.now().toISOString() })
}

export const vote = async (nodes: MemoryNodes, approverId: string, decision: Decision, approvalIdx = 1) =>
  nodes.does(approval, twelve, {
    kind: 'Decide',
    approvalIdx,
    approverId,
    decision,
    contentHash: await hashNow(nodes),
    at: nodes.clock.now().toISOString(),
  })

export const ofApproval = ({ log }: MemoryNodes): readonly ApprovalEvent[] => eventsOf(log, approval, twelve)
export const count = (nodes: MemoryNodes, type: ApprovalEvent['type']) =>
  ofApproval(nodes).filter(e => e.type === type).length
/** Waits until an event was recorded so many times. */
export const recorded = (nodes: MemoryNodes, type: ApprovalEvent['type'], times = 1) =>
  comesTrue(() => count(nodes, type) === times, `${type}, ${times} times`)
export const finished = (nodes: MemoryNodes, times = 1) => recorded(nodes, 'ApprovalMailFinished', times)

export const to = (mails: readonly Mail[]) => mails.map(m => m.to.address)
