import type { Machine } from '../machine.ts'
import type { Answer } from '../node.ts'
import type { Stage } from '../stage.ts'
import type { Action, Known } from './action.ts'
import { type Intent, isAccepted, type Sending } from './history.ts'

/** The revision in the ETag of an answer. */
export const revisionOf = ({ headers }: Answer): number | undefined => {
  const [, revision] = /^"(\d+)"$/.exec(String(headers.etag)) ?? []
  return revision === undefined ? undefined : Number(revision)
}

/** Which list of what is known an operation adds to, and the member of its answer that holds the id. */
const made = {
  issueApiKey: ['keys', 'keyId'],
  createRetailCampaign: ['campaigns', 'retailCampaignIdx'],
  cloneRetailCampaign: ['campaigns', 'retailCampaignIdx'],
  createMediaChannel: ['channels', 'idx'],
  createCloudService: ['clouds', 'id'],
  copyCloudFiles: ['copies', 'queueId'],
  createCampaign: ['classic', 'campaignId'],
} as const
const makes = (operationId: string): operationId is keyof typeof made => operationId in made

/** Takes ids and revisions from an answer. */
const learn = (known: Known, { operationId, request }: Action, answer: Answer): void => {
  const revision = revisionOf(answer)
  if (revision !== undefined) known.revisions.set(request.path, revision)
  if (!makes(operationId)) return
  const [list, member] = made[operationId]
  const id = String(JSON.parse(answer.text)[member])
  if (!known[list].includes(id)) known[list].push(id)
}

/** Sends the request of an intent to a node, and records the answer; undefined: none within `timeoutMs`. */
export const send = async (
  client: Machine,
  { world: { log, note }, cluster, known }: Stage,
  { action, key, sendings, marker }: Intent,
  node: number,
  timeoutMs: number,
): Promise<Answer | undefined> => {
  const headers = { ...action.request.headers, ...(key === undefined ? {} : { 'idempotency-key': key }) }
  const sending: Sending = { node, sentAt: log.events.length }
  sendings.push(sending)
  note(() => `${marker} ${action.operationId} to node ${node + 1}${key === undefined ? '' : ', with a key'}`)
  const answer = await cluster.send(client, node, { ...action.request, headers }, timeoutMs)
  note(() => `${marker} ${answer ? `${answer.status} ${answer.text.slice(0, 200)}` : 'no answer'}`)
  if (answer === undefined) return undefined
  sending.answer = answer
  sending.answeredAt = log.events.length
  if (isAccepted(answer)) learn(known, action, answer)
  return answer
}
