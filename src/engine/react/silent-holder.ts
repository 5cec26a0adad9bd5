import type { Ports } from '../../ports/ports.ts'
import type { Stored, ViewRef } from '../../ports/read-models.ts'

/** Milliseconds to wait for a list that is behind the log. */
const patienceMs = 2_000

/**
 * Whether the holder of an item, which has seemed silent for a lease, has appended nothing since: in a list that nobody can feed, every holder
 * seems silent. False while the list is behind the log.
 */
export const isSilent = async (
  { log, readModels }: Pick<Ports, 'log' | 'readModels'>,
  list: ViewRef,
  { id, position }: Pick<Stored, 'id' | 'position'>,
): Promise<boolean> => {
  const head = await log.head()
  await readModels.waitFor(head, patienceMs)
  if (((await readModels.checkpoint(list)) ?? -1n) < head) return false
  return (await readModels.get(list, id))?.position === position
}
