import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { oneOf } from '../../codec/text.ts'
import { type Aggregate, rejection } from '../shared/decider.ts'
import { At, fact } from '../shared/fact.ts'
import { count, counts } from '../shared/wording.ts'
import { permissions, within } from './permissions.ts'

const reachOfKey = {
  accounts: t.array(t.string),
  organisations: t.array(t.string),
  permissions: t.array(oneOf(...permissions)),
}

/**
 * What a key grants access to. Keys issued by the CLI or the REST API have at least one account. Who owns it is sealed as a person of the
 * first one.
 */
export const KeyGrant = fields(
  {
    keyId: t.string,
    sealedOwner: t.string,
    hash: t.string,
    ...reachOfKey,
    createdAt: At,
  },
  { expiresAt: At, sealedOwnerEmail: t.string },
)
export type KeyGrant = t.TypeOf<typeof KeyGrant>

/** The account whose person owns the key. */
export const accountOfKey = ({ accounts }: Pick<KeyGrant, 'accounts'>): string => accounts[0] ?? ''

/** A key with this grant was issued. Its text was shown once, and only its HMAC is stored (KEYS-4). */
const ApiKeyIssued = fact(
  'ApiKeyIssued',
  KeyGrant,
  ({ permissions: granted, accounts, organisations, expiresAt }) => {
    const until = expiresAt === undefined ? '' : `, until ${expiresAt.slice(0, 10)}`
    const reach = counts({ account: accounts.length, organisation: organisations.length })
    return `A key was issued with ${count(granted.length, 'permission')} on ${reach}${until}.`
  },
  { shown: fields(reachOfKey, { expiresAt: At }) },
)
/** The key no longer works. */
const ApiKeyRevoked = fact('ApiKeyRevoked', fields({ at: At }), () => 'The key was revoked.')
const KeyEvent = t.union([ApiKeyIssued, ApiKeyRevoked])
export type KeyEvent = t.TypeOf<typeof KeyEvent>

export type KeyState =
  | { readonly status: 'unknown' }
  | { readonly status: 'live'; readonly grant: KeyGrant }
  | { readonly status: 'revoked'; readonly grant: KeyGrant; readonly at: string }
export type KeyCommand =
  | { readonly kind: 'IssueApiKey'; readonly grant: KeyGrant }
  /** `reach`: the accounts that the caller can access. */
  | {
      readonly kind: 'RevokeApiKey'
      readonly accountId: string
      readonly reach: readonly string[] | '*'
      readonly at: string
    }

const notFound = rejection('not-found', 'The account has no such API key.')
const beyondReach = rejection(
  'account-not-on-key',
  'The key to revoke also has access to accounts that your key does not; only a key with access to all of them can revoke it.',
)

/** An API key (KEYS-4): issued once, revoked once. */
export const apiKey: Aggregate<KeyCommand, KeyState, KeyEvent> = {
  category: 'api-key',
  subject: 'none',
  events: KeyEvent,
  initialState: { status: 'unknown' },
  decide(command, state) {
    switch (command.kind) {
      case 'IssueApiKey':
        return E.right(state.status === 'unknown' ? [{ type: 'ApiKeyIssued', data: command.grant }] : [])
      case 'RevokeApiKey':
        if (state.status === 'unknown' || !state.grant.accounts.includes(command.accountId)) return E.left(notFound)
        // other accounts depend on the key too
        if (within(command.reach, state.grant.accounts).length < state.grant.accounts.length) return E.left(beyondReach)
        return E.right(state.status === 'revoked' ? [] : [{ type: 'ApiKeyRevoked', data: { at: command.at } }])
    }
  },
  evolve(state, event) {
    switch (event.type) {
      case 'ApiKeyIssued':
        return { status: 'live', grant: event.data }
      case 'ApiKeyRevoked':
        return state.status === 'live' ? { status: 'revoked', grant: state.grant, at: event.data.at } : state
    }
  },
}
