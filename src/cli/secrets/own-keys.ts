import * as E from 'fp-ts/lib/Either.js'
import { addOwnKey, type OwnKeyName, removeOwnKey, useOwnKey } from '../../adapters/secrets/own-keys.ts'
import { count } from '../../domain/shared/wording.ts'
import { UserError } from '../user-error.ts'
import { liveKeysByPepper } from './live-keys.ts'
import { withRing } from './with-ring.ts'

const settled = (result: E.Either<string, unknown>): void => {
  if (E.isLeft(result)) throw new UserError(`${result.left}.`)
}

/** `endcap secrets add`: prints the id of the new key. */
export const add = (name: OwnKeyName) =>
  withRing(async (ring, { secretStore }) => {
    const id = await addOwnKey(name, ring, secretStore)
    console.log(id)
    console.error(`Restart every node, one by one, so that all accept it; then: endcap secrets use ${name} ${id}`)
  })

/** `endcap secrets use` */
export const use = (name: OwnKeyName, id: string) =>
  withRing(async (ring, { secretStore }) => {
    settled(await useOwnKey(name, id, ring, secretStore))
    console.log(`${name} ${id} is used from the next start of each node; the others are still accepted`)
  })

/** `endcap secrets remove`: refuses while API keys need the pepper. */
export const remove = (name: OwnKeyName, id: string, options: { readonly force?: boolean }) =>
  withRing(async (ring, stores) => {
    const needing = name === 'pepper' ? ((await liveKeysByPepper(stores)).get(id) ?? []) : []
    if (needing.length > 0 && !options.force)
      throw new UserError(
        `${count(needing.length, 'live API key')} would stop working: ${needing.join(' ')}. Replace and revoke them first, or repeat with --force.`,
      )
    settled(await removeOwnKey(name, id, ring, stores.secretStore))
    console.log(`removed ${name} ${id}; nodes accept it until their next start`)
  })
