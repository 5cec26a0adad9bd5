import { partsOfId } from '../../../domain/shared/parts-of-id.ts'
import { fairSlots } from '../../../engine/fair-slots.ts'
import type { Where } from '../../../ports/read-models.ts'

/** Lists that are read at a time while views are late; each may have the server read many documents. */
const shares = { inAll: 4, perAccount: 3 }

/** The account (or organisation) that a list is limited to: its first criterion names it, or a key that begins with it. */
export const ownerOf = (where: Where | undefined): string => {
  if (where === undefined || 'any' in where) return ''
  if ('all' in where) return ownerOf(where.all[0])
  if (where.is !== '=') return ''
  const [set, member] = where.field
  return set === 'reaches' && member !== undefined ? member : partsOfId(String(where.value))[0]
}

/**
 * Bounds how many lists are read at a time while views are late, so that those who read leave a server that is too slow to those who feed (ADR 0171);
 * accounts take turns. A list that has waited for `limitMs` is not read any more: whoever asked for it has been answered.
 */
export const listsInTurn = (isLate: () => boolean, limitMs: number) => {
  const slots = fairSlots(shares)
  return <A>(owner: string, read: () => Promise<A>): Promise<A> =>
    isLate() ? slots.run(owner, read, AbortSignal.timeout(limitMs)) : read()
}
