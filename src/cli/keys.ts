import { randomBytes } from 'node:crypto'
import { Command } from 'commander'
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { AccountId, EmailAddress, Name, OrgId } from '../codec/names.ts'
import { makeApiKey } from '../domain/keys/api-key.ts'
import { accountOfKey, apiKey } from '../domain/keys/key.ts'
import { type Permission, permissions } from '../domain/keys/permissions.ts'
import type { Rejection } from '../domain/shared/decider.ts'
import { sealedOwner } from '../lookups/key-owner.ts'
import { keysIn, keysTable } from './keys/list.ts'
import { workOf } from './operator.ts'
import { print, tell } from './say.ts'
import { isoPeriod } from './times.ts'
import { UserError } from './user-error.ts'
import { readingLog, withLog, withStores } from './with-stores.ts'
import { WrongUse } from './wrong-use.ts'

const collect = (value: string, all: readonly string[] = []): readonly string[] => [...all, value]

/** The value of an option, validated by its codec. */
const checked = (option: string, codec: t.Type<string>, value: string): string => {
  const decoded = codec.decode(value)
  if (E.isLeft(decoded))
    throw new WrongUse(`${option} ${JSON.stringify(value)} ${decoded.left[0]?.message ?? 'has the wrong form'}`)
  return decoded.right
}

const settled = <A>(result: E.Either<Rejection, A>): A => {
  if (E.isLeft(result)) throw new UserError(result.left.detail)
  return result.right
}

const known = (wanted: readonly string[]): Permission[] => {
  const unknown = wanted.filter(p => !permissions.some(k => k === p))
  if (unknown.length > 0)
    throw new WrongUse(`Unknown permission: ${unknown.join(', ')}. Valid permissions: ${permissions.join(', ')}`)
  return wanted as Permission[]
}

/** Parses an expiry: an ISO time, a day, or a number of days such as 90d. */
const expiry = (text: string | undefined, now: Date): string | undefined => {
  if (text === undefined) return undefined
  const days = /^(\d{1,5})d$/.exec(text)?.[1]
  const at = days === undefined ? isoPeriod(text)?.first : now.getTime() + Number(days) * 86_400_000
  if (at === undefined || !(at > now.getTime()))
    throw new WrongUse('--expires must be a time in the future, for example 2027-01-31 or 90d')
  return new Date(at).toISOString()
}

type IssueOptions = {
  account: readonly string[]
  organisation?: readonly string[]
  permission: readonly string[]
  owner: string
  ownerEmail?: string
  expires?: string
}

const issue = async (options: IssueOptions): Promise<void> => {
  const granted = known(options.permission)
  const owner = checked('--owner', Name, options.owner)
  const ownerEmail =
    options.ownerEmail === undefined ? undefined : checked('--owner-email', EmailAddress, options.ownerEmail)
  const accounts = options.account.map(id => checked('--account', AccountId, id))
  const organisations = (options.organisation ?? []).map(id => checked('--organisation', OrgId, id))
  await withStores(async stores => {
    const now = stores.clock.now()
    const expiresAt = expiry(options.expires, now)
    const key = makeApiKey(randomBytes)
    const grant = {
      keyId: key.keyId,
      ...(await sealedOwner(accountOfKey({ accounts }), { owner, ownerEmail }, stores.secrets)),
      hash: stores.secrets.hashApiKey(key.text),
      accounts,
      organisations,
      permissions: granted,
      createdAt: now.toISOString(),
      ...(expiresAt === undefined ? {} : { expiresAt }),
    }
    settled(await workOf(stores, 'keys').execute(apiKey, key.keyId, { kind: 'IssueApiKey', grant }))
    print(key.text)
  })
}

const list = (options: { json?: boolean }) =>
  readingLog(async stores => {
    const keys = await keysIn(stores)
    if (options.json) print(JSON.stringify(keys))
    else if (keys.length === 0) tell('There are no keys yet.')
    else print(keysTable(keys))
  })

const revoke = (keyId: string) =>
  withLog(async stores => {
    const work = workOf(stores, 'keys')
    const { state } = await work.load(apiKey, keyId)
    if (state.status === 'unknown')
      throw new UserError(`There is no API key ${keyId}; endcap keys list shows all keys.`)
    const accountId = state.grant.accounts[0] ?? ''
    const done = settled(
      await work.execute(apiKey, keyId, {
        kind: 'RevokeApiKey',
        accountId,
        reach: '*',
        at: stores.clock.now().toISOString(),
      }),
    )
    print(done.events.length > 0 ? `revoked ${keyId}` : `${keyId} was already revoked`)
  })

/** `endcap keys issue|list|revoke` on the configured stores (KEYS-7). */
export const keysCommand = (): Command => {
  const keys = new Command('keys')
  keys
    .command('issue')
    .description('issue a key and print it to stdout; it is shown only once')
    .requiredOption('--account <id>', 'account that the key can access; repeatable', collect)
    .option('--organisation <id>', 'organisation that the key can access; repeatable', collect)
    .requiredOption('--permission <name>', `permission to grant; repeatable: ${permissions.join(', ')}`, collect)
    .option('--owner <name>', 'who the key is for', 'command line')
    .option('--owner-email <mail>', 'mail address of that person, by which the owner can be erased')
    .option('--expires <time>', 'an ISO time, a day, or a number of days such as 90d')
    .action(issue)
  keys
    .command('list')
    .description('list all keys, without their secret text')
    .option('--json', 'print JSON')
    .action(list)
  keys.command('revoke <keyId>').description('revoke a key; takes effect on all nodes within 5 s').action(revoke)
  return keys
}
