import { type Resealed, resealOnce } from '../../adapters/secrets/reseal.ts'
import { count } from '../../domain/shared/wording.ts'
import { nodesNow } from '../../jobs/nodes.ts'
import type { Stores } from '../../node/stores/open-stores.ts'
import { progressOf } from '../progress.ts'
import { print } from '../say.ts'
import { UserError } from '../user-error.ts'
import { withRing } from './with-ring.ts'

/** A node that still has an older key first seals new values under it; after this many passes it is one to look for. */
const mostPasses = 5

const faultsIn = ({ faults }: Resealed): string =>
  [
    ...faults.map(({ id, fault }) => `${id}: ${fault}`),
    `${count(faults.length, 'value')} cannot be opened; keep the old keys in SECRETS_KEY.`,
  ].join('\n')

/** Throws a UserError that names the nodes that run without a key: they could not open what is sealed under it. */
const mustBeKnown = async (keyId: string, { readModels }: Pick<Stores, 'readModels'>): Promise<void> => {
  const lacking = (await nodesNow(readModels)).filter(({ secretsKeys }) => !secretsKeys.includes(keyId))
  if (lacking.length === 0) return
  throw new UserError(
    `${count(lacking.length, 'node')} could not open what is sealed under ${keyId}, which is not in their SECRETS_KEY: ${lacking.map(({ worker }) => worker).join(' ')}. Add it there and restart them, or repeat with --force.`,
  )
}

/**
 * `endcap secrets reseal`: passes over the stored values until all are sealed under the current key. Refuses while nodes run that do not
 * know it.
 */
export const reseal = (options: { readonly force?: boolean }) =>
  withRing(async (ring, stores) => {
    const { secretStore } = stores
    if (!options.force) await mustBeKnown(ring.currentId, stores)
    let changed = 0
    for (let pass = 1; pass <= mostPasses; pass++) {
      const bar = progressOf('secrets', 0)
      const onStep = (done: number, total: number) => bar.step(done, `pass ${pass}`, total)
      const result = await resealOnce(ring, secretStore, onStep).finally(bar.end)
      changed += result.changed
      if (result.faults.length > 0) throw new UserError(faultsIn(result))
      if (result.changed > 0) continue
      print(
        `${count(changed, 'value was', 'values were')} sealed again; all ${result.total} are sealed under ${ring.currentId} now`,
      )
      return
    }
    throw new UserError(
      `Values are still being sealed under an older key: put ${ring.currentId} first in SECRETS_KEY on every node, restart the nodes, and run this again.`,
    )
  })
