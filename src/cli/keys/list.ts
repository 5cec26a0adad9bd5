import { type ApiKeyView, apiKeys } from '../../../projections/keys/api-keys.ts'
import { masked, maskedName } from '../../audit/revealed.ts'
import { parsed } from '../../engine/read/documents.ts'
import { type OpenedOwner, openedOwner } from '../../lookups/key-owner.ts'
import type { Stores } from '../../node/stores/open-stores.ts'
import { aligned } from '../aligned.ts'
import { mustBeBuilt } from '../built-views.ts'

/** A key as printed by `endcap keys list --json`; never includes its secret text. */
type Listed = {
  readonly keyId: string
  /** An address is masked; `erased` if the person was erased. */
  readonly owner: string
  /** Masked; null if none is known. */
  readonly ownerEmail: string | null
  readonly accounts: readonly string[]
  readonly organisations: readonly string[]
  readonly permissions: readonly string[]
  readonly createdAt: string
  /** Null: it does not expire. */
  readonly expiresAt: string | null
  /** Null: it was not revoked. */
  readonly revokedAt: string | null
  readonly state: 'live' | 'expired' | 'revoked'
}

const listed = ({ grant, revokedAt }: ApiKeyView, { owner, address }: OpenedOwner, now: string): Listed => {
  const { keyId, accounts, organisations, permissions, createdAt, expiresAt } = grant
  const expired = expiresAt !== undefined && expiresAt <= now
  return {
    keyId,
    owner: maskedName(owner),
    ownerEmail: address === undefined ? null : masked(address),
    accounts: [...accounts],
    organisations: [...organisations],
    permissions: [...permissions],
    createdAt,
    expiresAt: expiresAt ?? null,
    revokedAt: revokedAt ?? null,
    state: revokedAt !== undefined ? 'revoked' : expired ? 'expired' : 'live',
  }
}

/** All keys. Throws a UserError if their view is not built. */
export const keysIn = async (
  stores: Pick<Stores, 'log' | 'readModels' | 'secrets' | 'clock'>,
): Promise<readonly Listed[]> => {
  const { readModels, secrets, clock } = stores
  await mustBeBuilt(stores, [apiKeys])
  const keys: Listed[] = []
  const now = clock.now().toISOString()
  for await (const stored of readModels.all(apiKeys)) {
    const key = parsed(apiKeys, stored)
    keys.push(listed(key, await openedOwner(key.grant, secrets), now))
  }
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
    k.ownerEmail === null ? k.owner : `${k.owner} <${k.ownerEmail}>`,
    k.accounts.join(' '),
    k.organisations.join(' ') || '–',
  ])
  const [head = '', ...lines] = aligned([heading, ...rows])
  return [head, ...lines.flatMap((line, i) => [line, `  ${keys[i]!.permissions.join(' ')}`])].join('\n')
}
