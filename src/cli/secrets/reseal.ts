import { type Resealed, resealOnce } from '../../adapters/secrets/reseal.ts'
import { count } from '../../domain/shared/wording.ts'
import { progressOf } from '../progress.ts'
import { UserError } from '../user-error.ts'
import { withRing } from './with-ring.ts'

/** A node that still has an older key first seals new values under it; after this many passes it is one to look for. */
const mostPasses = 5

const faultsIn = ({ faults }: Resealed): string =>
  [
    ...faults.map(({ id, fault }) => `${id}: ${fault}`),
    `${count(faults.length, 'value')} cannot be opened; keep the old keys in SECRETS_KEY.`,
  ].join('\n')

/** `endcap secrets reseal`: passes over the stored values until all are sealed under the current key. */
export const reseal = () =>
  withRing(async (ring, { secretStore }) => {
    let changed = 0
    for (let pass = 1; pass <= mostPasses; pass++) {
      const bar = progressOf('secrets', 0)
      const result = await resealOnce(ring, secretStore, (done, total) => bar.step(done, `pass ${pass}`, total))
      bar.end()
      changed += result.changed
      if (result.faults.length > 0) throw new UserError(faultsIn(result))
      if (result.changed > 0) continue
      console.log(
        `${count(changed, 'value was', 'values were')} sealed again; all ${result.total} are sealed under ${ring.currentId} now`,
      )
      return
    }
    throw new UserError(
      `Values are still being sealed under an older key: put ${ring.currentId} first in SECRETS_KEY on every node, restart the nodes, and run this again.`,
    )
  })
