import { v5 as uuidv5 } from 'uuid'
import { digestOf, sha256 } from '../shared/digest.ts'
import { partsOfId } from '../shared/parts-of-id.ts'
import { adUnitSizeOf, type TemplateSize } from './size.ts'

const plain = /^[A-Za-z0-9_-]{1,200}$/

/** A request as part of an id: as it is, or a digest if it is long or has other characters. A plain one has no dot. */
const safe = (requestId: string): string => (plain.test(requestId) ? requestId : `r.${sha256(requestId).slice(0, 40)}`)

/** The conversation of one size of a workflow: `spring-300x250`. */
export const conversationIdOf = (requestId: string, size: TemplateSize): string =>
  `${safe(requestId)}-${adUnitSizeOf(size)}`

/** Names the UUIDs of further conversations; drawn once. */
const namespace = '6f4d0b1e-9f0a-4c57-8a35-2d8f6a1f7c90'

/**
 * A further conversation of a request in the same size, started by a prompt for HTML of the caller: the same ones lead to the same
 * conversation, so that a request whose answer was lost can be sent again (TEMPLATE-28).
 */
export const furtherConversationId = (
  requestId: string,
  size: TemplateSize,
  { prompt, html }: { readonly prompt: string; readonly html: string },
): string => `${conversationIdOf(requestId, size)}.${uuidv5(digestOf([prompt, sha256(html)]), namespace)}`

/** The id of the stream and document of a conversation: `acme:spring-300x250`. */
export const conversationKey = (accountId: string, conversationId: string): string => `${accountId}:${conversationId}`

/** Account and conversation of such an id. */
export const conversationOfKey = (key: string): { readonly accountId: string; readonly conversationId: string } => {
  const [accountId, conversationId] = partsOfId(key)
  return { accountId, conversationId }
}

/** The id of a regeneration, unique in its account: the conversation and the version that it makes, `spring-300x250.2.0`. */
export const regenerateJobIdOf = (conversationId: string, version: string): string => `${conversationId}.${version}`

/** The conversation of a regeneration. */
export const conversationOfJob = (regenerateJobId: string): string => regenerateJobId.split('.').slice(0, -2).join('.')
