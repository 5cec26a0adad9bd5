import type { Position } from '../../ports/event-log.ts'

/** Views that have not moved for so long, in milliseconds, while the log has, make a node unready; and so do those ahead of its log. */
const stallAfter = 5_000

/** Views that do not reflect what the log had so many milliseconds ago are late. */
const lateAfter = 2_000

type Relation = 'level' | 'behind' | 'ahead'

/** Notices when views no longer follow the log, from the positions of both. */
export const viewsMove = (monotonic: () => number) => {
  let reflected: Position | undefined
  let following: { readonly since: number; readonly are: Relation } = { since: monotonic(), are: 'level' }
  /** Heads of the log in the order in which they were seen: the last one that is old enough, and those after it. */
  let heads: readonly { readonly head: Position; readonly at: number }[] = []
  const isOld = ({ at }: (typeof heads)[number]) => monotonic() - at >= lateAfter
  const relation = (head: Position, now: Position): Relation => {
    // what the views reflected before this head was read: another node moves them meanwhile
    if (reflected !== undefined && reflected > head) return 'ahead'
    return now < head ? 'behind' : 'level'
  }
  return {
    /** `now`: what the views reflect; it is read after the head of the log. */
    seen(head: Position, now: Position) {
      const are = relation(head, now)
      const isStill = are === 'ahead' || now === reflected
      if (are !== following.are || !isStill) following = { since: monotonic(), are }
      reflected = now
      heads = [...heads, { head, at: monotonic() }]
      heads = heads.slice(Math.max(0, heads.findLastIndex(isOld)))
    },
    /** Whether the views are behind what the log was long ago, although they may move. */
    isLate: (): boolean => {
      const old = heads.find(isOld)
      return old !== undefined && reflected !== undefined && reflected < old.head
    },
    /** Why the node is not ready; undefined while the views follow. */
    stall: (): string | undefined => {
      const { since, are } = following
      const ms = monotonic() - since
      if (are === 'level' || ms < stallAfter) return undefined
      if (are === 'ahead')
        return 'views: they are ahead of the log of this node, which is an older copy of the one that they are fed from; stop the node and correct DATA_DIR, EVENTSTOREDB_URL or MONGODB_URL'
      return `views: they have not moved for ${Math.round(ms / 1000)} s while the log has`
    },
  }
}
