import type { Stores } from '../node/stores/open-stores.ts'
import type { ViewRef } from '../ports/read-models.ts'
import { UserError } from './user-error.ts'

/** How long to wait for views that are being built, in milliseconds: those of a small log are built meanwhile. */
const builtWithinMs = 10_000

/** Those of these views that are not built. */
export const unbuilt = async (
  { readModels }: Pick<Stores, 'readModels'>,
  views: readonly ViewRef[],
): Promise<readonly ViewRef[]> => {
  const positions = await Promise.all(views.map(readModels.checkpoint))
  return views.filter((_, i) => positions[i] === undefined)
}

/**
 * Throws a UserError that names the views that are not built: what is read from them would look as if there were nothing. Waits a
 * moment for those that are being built.
 */
export const mustBeBuilt = async (
  stores: Pick<Stores, 'log' | 'readModels'>,
  views: readonly ViewRef[],
): Promise<void> => {
  if ((await unbuilt(stores, views)).length === 0) return
  await stores.readModels.waitFor(await stores.log.head(), builtWithinMs)
  const missing = await unbuilt(stores, views)
  if (missing.length === 0) return
  const names = missing.map(({ name }) => name).join(' ')
  throw new UserError(
    `${names}: not built yet. A node builds them, or endcap rebuild ${names}; endcap status says how far that is, or why it stopped.`,
  )
}
