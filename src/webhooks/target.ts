import * as t from 'io-ts'
import { fields } from '../codec/fields.ts'
import { mustDecode } from '../codec/must-decode.ts'
import { At } from '../domain/shared/fact.ts'
import { webhooks } from '../domain/webhooks/webhooks.ts'
import type { Work } from '../engine/write/execute.ts'
import { drawnId } from '../engine/write/steps.ts'
import { keepingUsed } from '../engine/write/used-secrets.ts'
import type { Secrets } from '../ports/secrets.ts'

/**
 * Where a webhook sends to, and the key that signs; the address may hold a token, so both are stored sealed. `old`: the key before, which
 * signs besides until then (WEBHOOK-8).
 */
const Target = fields({ url: t.string, key: t.string }, { old: fields({ key: t.string, until: At }) })
export type Target = t.TypeOf<typeof Target>

/** The keys that sign at a time, the newest first. */
export const keysAt = ({ key, old }: Target, now: Date): readonly [string, ...string[]] =>
  old !== undefined && now.toISOString() < old.until ? [key, old.key] : [key]

const contextOf = (accountId: string, webhookId: number): string => `webhook:${accountId}:${webhookId}`

/**
 * Stores what a command brings for a webhook, sealed; returns the id that its event contains (ARCH-14). `from`: the secret that the target
 * was made from, so that what is made from another one has another id.
 */
export const storeTarget = (
  secrets: Secrets,
  work: Pick<Work, 'commandId'>,
  accountId: string,
  webhookId: number,
  target: Target,
  from = '',
): Promise<string> => {
  const id = drawnId(work, from === '' ? 'webhook' : `webhook ${from}`)
  return secrets.store(JSON.stringify(target), contextOf(accountId, webhookId), id)
}

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
export const keepingUsedTargets = keepingUsed(webhooks)
