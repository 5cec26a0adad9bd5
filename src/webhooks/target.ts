import * as t from 'io-ts'
import { fields } from '../codec/fields.ts'
import { mustDecode } from '../codec/must-decode.ts'
import type { Webhooks } from '../domain/webhooks/state.ts'
import type { Work } from '../engine/write/execute.ts'
import { drawnId } from '../engine/write/steps.ts'
import { keepingUsed } from '../engine/write/used-secrets.ts'
import type { Secrets } from '../ports/secrets.ts'

/** Where a webhook sends to, and the key that signs; the address may hold a token, so both are stored sealed. */
const Target = fields({ url: t.string, key: t.string })
export type Target = t.TypeOf<typeof Target>

const contextOf = (accountId: string, webhookId: number): string => `webhook:${accountId}:${webhookId}`

/** Stores what a command brings for a webhook, sealed; returns the id that its event contains (ARCH-14). */
export const storeTarget = (
  secrets: Secrets,
  work: Pick<Work, 'commandId'>,
  accountId: string,
  webhookId: number,
  target: Target,
): Promise<string> => secrets.store(JSON.stringify(target), contextOf(accountId, webhookId), drawnId(work, 'webhook'))

/** The stored target; undefined if the webhook was deleted meanwhile. */
export const loadTarget = async (
  secrets: Secrets,
  accountId: string,
  { webhookId, secretId }: { readonly webhookId: number; readonly secretId: string },
): Promise<Target | undefined> => {
  const kept = await secrets.load(secretId, contextOf(accountId, webhookId))
  return kept === undefined ? undefined : mustDecode(Target, JSON.parse(kept))
}

/** Runs a change of an account's webhooks, then destroys what is no longer used. */
export const keepingUsedTargets = keepingUsed<Webhooks>(({ webhooks }) => webhooks.map(({ secretId }) => secretId))
