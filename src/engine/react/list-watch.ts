import { timeOf } from '../../ports/clock.ts'
import type { Ports } from '../../ports/ports.ts'
import type { ViewRef } from '../../ports/read-models.ts'
import type { Backlog } from './backlog.ts'
import { nextDue } from './due-items.ts'

/** What a look at a to-do list has shown: it shows nothing else until one of these changes. */
type Look = {
  readonly mark: string
  /** When an item may become free, by the monotonic clock. */
  readonly freeAt: number
  /** When an item becomes due, an ISO time. */
  readonly dueAt: string | undefined
}

/**
 * Whether a to-do list is worth a look: it has changed since the last one, an item is due now, or may be free. Where the read
 * models cannot say what has changed, it always is.
 */
export const listWatch = (ports: Pick<Ports, 'readModels' | 'clock'>, view: ViewRef) => {
  const { readModels, clock } = ports
  let last: Look | undefined
  let counted: { readonly mark: string; readonly backlog: Backlog; readonly nextDue: string | undefined } | undefined
  const mark = () => readModels.mark?.(view)
  return {
    mark,
    isWorthALook: (): boolean => {
      const now = mark()
      if (last === undefined || now === undefined || now !== last.mark) return true
      return clock.monotonic() >= last.freeAt || (last.dueAt !== undefined && timeOf(ports) >= last.dueAt)
    },
    /** Notes a look that began when the list had this mark. `freeAt`: when an item may become free. */
    async looked(before: string | undefined, freeAt: () => number | undefined): Promise<void> {
      last = undefined
      if (before === undefined) return
      const dueAt = await nextDue(readModels, view, timeOf(ports))
      last = { mark: before, freeAt: freeAt() ?? Number.POSITIVE_INFINITY, dueAt }
    },
    /** The next check looks, whatever is known. */
    forget: () => {
      last = undefined
    },
    /** The backlog; it is asked for only when the list has changed, or a scheduled item has become due since. */
    async backlog(ask: () => Promise<Backlog>): Promise<Backlog> {
      const now = mark()
      const isKnown =
        counted !== undefined && counted.mark === now && !(counted.nextDue && timeOf(ports) >= counted.nextDue)
      if (counted !== undefined && isKnown) return counted.backlog
      const backlog = await ask()
      const next = backlog.scheduled > 0 ? await nextDue(readModels, view, timeOf(ports)) : undefined
      counted = now === undefined ? undefined : { mark: now, backlog, nextDue: next }
      return backlog
    },
  }
}
