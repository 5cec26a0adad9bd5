import { isOwnKeyMissing, ownKeyIds } from '../../adapters/secrets/own-keys.ts'
import { countByKey } from '../../adapters/secrets/reseal.ts'
import { count } from '../../domain/shared/wording.ts'
import { print } from '../say.ts'
import { liveKeysByPepper } from './live-keys.ts'
import { withRing } from './with-ring.ts'

/** `endcap secrets list`: shows ids and counts, never a key. The first of each list is the one that is used. */
export const listSecrets = (options: { readonly json?: boolean }) =>
  withRing(
    async (ring, stores) => {
      const { secretStore } = stores
      const sealed = await countByKey(secretStore)
      const live = await liveKeysByPepper(stores)
      const sealing = [ring.currentId, ...[...sealed.keys()].filter(id => id !== ring.currentId)].map(id => ({
        id,
        values: sealed.get(id) ?? 0,
      }))
      const peppers = (await ownKeyIds('pepper', ring, secretStore)).map(id => ({
        id,
        liveApiKeys: live.get(id)?.length ?? 0,
      }))
      const signingKeys = (await ownKeyIds('signing-key', ring, secretStore)).map(id => ({ id }))
      const isMissing = await isOwnKeyMissing('seal-key', secretStore)
      const sealKeys = isMissing ? [] : (await ownKeyIds('seal-key', ring, secretStore)).map(id => ({ id }))
      if (options.json) return print(JSON.stringify({ sealing, peppers, signingKeys, sealKeys }))
      const lines = [
        ...sealing.map(({ id, values }, i) => `SECRETS_KEY  ${id}  ${used(i)}, ${count(values, 'value')}`),
        ...peppers.map(
          ({ id, liveApiKeys }, i) => `pepper       ${id}  ${used(i)}, ${count(liveApiKeys, 'live API key')}`,
        ),
        ...signingKeys.map(({ id }, i) => `signing-key  ${id}  ${used(i)}`),
        ...sealKeys.map(({ id }, i) => `seal-key     ${id}  ${used(i)}`),
      ]
      print(lines.join('\n'))
    },
    { isReading: true },
  )

const used = (place: number): string => (place === 0 ? 'used' : 'accepted')
