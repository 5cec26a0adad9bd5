import * as E from 'fp-ts/lib/Either.js'
import {
  addOwnKey,
  type OwnKeyName,
  type RecordChange,
  removeOwnKey,
  useOwnKey,
} from '../../adapters/secrets/own-keys.ts'
import { type ServiceKeyCommand, serviceKey } from '../../domain/keys/service-key.ts'
import { count } from '../../domain/shared/wording.ts'
import type { Stores } from '../../node/stores/open-stores.ts'
import { timeOf } from '../../ports/clock.ts'
import { checkedReason, workOf } from '../operator.ts'
import { print, tell } from '../say.ts'
import { UserError } from '../user-error.ts'
import { liveKeysByPepper } from './live-keys.ts'
import { withRing } from './with-ring.ts'

type Options = { readonly reason?: string }

const settled = (result: E.Either<string, unknown>): void => {
  if (E.isLeft(result)) throw new UserError(`${result.left}.`)
}

/** Throws WrongUse if there is a reason that cannot be recorded. */
const reasonIn = ({ reason }: Options): Options => (reason === undefined ? {} : { reason: checkedReason(reason) })

/** Records a change of a key for auditors. */
const recording =
  (name: OwnKeyName, about: Pick<ServiceKeyCommand, 'kind' | 'reason' | 'liveApiKeys'>, stores: Stores): RecordChange =>
  async keyId => {
    const done = await workOf(stores, 'secrets').execute(serviceKey, name, { ...about, keyId, at: timeOf(stores) })
    if (E.isLeft(done)) throw new UserError(done.left.detail)
  }

/** `endcap secrets add`: prints the id of the new key. */
export const add = async (name: OwnKeyName, options: Options) => {
  const reason = reasonIn(options)
  await withRing(async (ring, stores) => {
    const record = recording(name, { kind: 'AddServiceKey', ...reason }, stores)
    const id = await addOwnKey(name, ring, stores.secretStore, record)
    print(id)
    tell(`Restart every node, one by one, so that all accept it; then: endcap secrets use ${name} ${id}`)
  })
}

/** `endcap secrets use` */
export const use = async (name: OwnKeyName, id: string, options: Options) => {
  const reason = reasonIn(options)
  await withRing(async (ring, stores) => {
    const record = recording(name, { kind: 'UseServiceKey', ...reason }, stores)
    settled(await useOwnKey(name, id, ring, stores.secretStore, record))
    print(`${name} ${id} is used from the next start of each node; the others are still accepted`)
  })
}

/** `endcap secrets remove`: refuses while API keys need the pepper. */
export const remove = async (name: OwnKeyName, id: string, options: Options & { readonly force?: boolean }) => {
  const reason = reasonIn(options)
  await withRing(async (ring, stores) => {
    const needing = name === 'pepper' ? ((await liveKeysByPepper(stores)).get(id) ?? []) : []
    if (needing.length > 0 && !options.force)
      throw new UserError(
        `${count(needing.length, 'live API key')} would stop working: ${needing.join(' ')}. Replace and revoke them first, or repeat with --force.`,
      )
    const lost = needing.length > 0 ? { liveApiKeys: needing.length } : {}
    const record = recording(name, { kind: 'RemoveServiceKey', ...reason, ...lost }, stores)
    settled(await removeOwnKey(name, id, ring, stores.secretStore, record))
    print(`removed ${name} ${id}; nodes accept it until their next start`)
  })
}
