import { type ApiKeyView, apiKeys } from '../../../projections/keys/api-keys.ts'
import { parsed } from '../../engine/read/documents.ts'
import type { Stores } from '../../node/stores/open-stores.ts'
import { aligned } from '../aligned.ts'

/** A key as printed by `endcap keys list --json`; never includes its secret text. */
type Listed = {
  readonly keyId: string
  readonly owner: string
  readonly accounts: readonly string[]
  readonly organisations: readonly string[]
  readonly permissions: readonly string[]
  readonly createdAt: string
  /** Null: it does not expire. */
  readonly expiresAt: string | null
  readonly state: 'live' | 'expired' | 'revoked'
}

const listed = ({ grant, revokedAt }: ApiKeyView, now: string): Listed => {
  const { keyId, owner, accounts, organisations, permissions, createdAt, expiresAt } = grant
  const expired = expiresAt !== undefined && expiresAt <= now
  return {
    keyId,
    owner,
    accounts: [...accounts],
    organisations: [...organisations],
    permissions: [...permissions],
    createdAt,
    expiresAt: expiresAt ?? null,
    state: revokedAt !== undefined ? 'revoked' : expired ? 'expired' : 'live',
  }
}

export const keysIn = async ({ readModels, clock }: Stores): Promise<readonly Listed[]> => {
  const keys: Listed[] = []
  const now = clock.now().toISOString()
  for await (const stored of readModels.all(apiKeys)) keys.push(listed(parsed(apiKeys, stored), now))
  return keys
}

const day = (at: string | null): string => at?.slice(0, 10) ?? '–'

/** A table for people. The permissions of a key are long, so they go on the line below it. */
export const keysTable = (keys: readonly Listed[]): string => {
  const heading = ['key', 'state', 'created', 'expires', 'owner', 'accounts', 'organisations']
  const rows = keys.map(k => [
    k.keyId,
    k.state,
    day(k.createdAt),
    day(k.expiresAt),
    k.owner,
    k.accounts.join(' '),
    k.organisations.join(' ') || '–',
  ])
  const [head = '', ...lines] = aligned([heading, ...rows])
  return [head, ...lines.flatMap((line, i) => [line, `  ${keys[i]!.permissions.join(' ')}`])].join('\n')
}
