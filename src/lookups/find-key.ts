import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { LRUCache } from 'lru-cache'
import { type ApiKeyView, apiKeys } from '../../projections/keys/api-keys.ts'
import { apiKey, type KeyGrant, type KeyState } from '../domain/keys/key.ts'
import type { Caller } from '../engine/operation.ts'
import { readDocument } from '../engine/read/documents.ts'
import type { Work, WorkContext } from '../engine/write/execute.ts'
import type { Clock } from '../ports/clock.ts'
import type { Logger } from '../ports/logger.ts'
import type { ReadModels } from '../ports/read-models.ts'
import { StoreAway } from '../ports/store-away.ts'

/** An issued key as stored. `hash` is `secrets.hashApiKey` of its text; times are ISO 8601. */
export type StoredKey = {
  readonly hash: string
  readonly caller: Caller
  readonly revokedAt?: string | undefined
}
/** Finds a key by the id in the key's text. */
export type FindKey = (keyId: string) => Promise<StoredKey | undefined>

type FindKeyPorts = {
  readonly readModels: Pick<ReadModels, 'get'>
  readonly newWork: (context: WorkContext) => Pick<Work, 'load'>
  readonly clock: Pick<Clock, 'monotonic'>
  readonly logger: Pick<Logger, 'error'>
}

/** Milliseconds that a grant counts as that of the log once it was compared (ADR 0086). */
const comparedMs = 60_000
type Compared = { readonly grant: KeyGrant; readonly until: number }

const workContext = (): WorkContext => {
  const id = randomUUID()
  return { actor: 'process:find-key', operation: 'find-key', commandId: id, correlationId: id, causationId: id }
}

/** The key as the log has it; undefined if the log is away. */
const keyFromLog = (work: Pick<Work, 'load'>, keyId: string): Promise<KeyState | undefined> =>
  work.load(apiKey, keyId).then(
    ({ state }) => state,
    error => {
      if (error instanceof StoreAway) return undefined
      throw error
    },
  )

/**
 * Compares grants of documents with the log, once a minute. False: the log does not have this grant, or revoked it. While the
 * log is away, a grant that was compared before counts. Rejects with StoreAway for others.
 */
const grantsOfLog = ({ newWork, clock, logger }: FindKeyPorts) => {
  const work = newWork(workContext())
  const compared = new LRUCache<string, Compared>({ max: 10_000 })
  const reported = new LRUCache<string, true>({ max: 1_000 })
  const report = (keyId: string): void => {
    if (reported.has(keyId)) return
    reported.set(keyId, true)
    const what = 'the document of an API key differs from the log: run endcap verify, then endcap rebuild api-keys'
    logger.error({ keyId }, what)
  }
  const isOfLog = async (keyId: string, grant: KeyGrant): Promise<boolean> => {
    const before = compared.get(keyId)
    const isSame = before !== undefined && isDeepStrictEqual(before.grant, grant)
    if (isSame && before.until > clock.monotonic()) return true
    const state = await keyFromLog(work, keyId)
    if (state === undefined && !isSame) throw new StoreAway('event log', 'an API key cannot be compared with it')
    if (state !== undefined && (state.status === 'unknown' || !isDeepStrictEqual(state.grant, grant))) {
      report(keyId)
      return false
    }
    // no alarm: the view may only be behind
    if (state?.status === 'revoked') return false
    compared.set(keyId, { grant, until: clock.monotonic() + comparedMs })
    reported.delete(keyId)
    return true
  }
  /** The grant of a key that works, of which the view has no document yet. */
  const grantWithoutDocument = async (keyId: string): Promise<KeyGrant | undefined> => {
    const state = await keyFromLog(work, keyId)
    if (state === undefined) throw new StoreAway('event log', 'an API key cannot be looked up in it')
    return state.status === 'live' ? state.grant : undefined
  }
  return { isOfLog, grantWithoutDocument }
}

const storedKey = (keyId: string, { grant, revokedAt }: Pick<ApiKeyView, 'grant' | 'revokedAt'>): StoredKey => {
  const { accounts, organisations, permissions, hash, expiresAt } = grant
  return { hash, caller: { id: keyId, accounts, organisations, permissions, expiresAt }, revokedAt }
}

/**
 * Finds API keys for authentication: in the read models, whose grants are compared with the log, because whoever can write
 * documents must not be able to widen a key (KEYS-14). A key whose document differs is not found; one without a document is looked up in the log,
 * because it works as soon as it is issued.
 */
export const findKeyIn = (ports: FindKeyPorts): FindKey => {
  const { isOfLog, grantWithoutDocument } = grantsOfLog(ports)
  return async keyId => {
    const document = await readDocument(ports.readModels, apiKeys, keyId)
    if (!document) {
      const grant = await grantWithoutDocument(keyId)
      return grant && storedKey(keyId, { grant })
    }
    if (document.revokedAt === undefined && !(await isOfLog(keyId, document.grant))) return undefined
    return storedKey(keyId, document)
  }
}
