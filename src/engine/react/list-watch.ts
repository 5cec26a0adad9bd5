import { timeOf } from '../../ports/clock.ts'
import type { Ports } from '../../ports/ports.ts'
import type { ViewRef } from '../../ports/read-models.ts'
import type { Backlog } from './backlog.ts'
import { nextDue } from './due-items.ts'

/** The beginning of a look: what became due or free since then, the look may have missed. */
export type LookBegun = {
  readonly mark: string | undefined
  /** By the wall clock, an ISO time. */
  readonly at: string
  /** By the monotonic clock, in milliseconds. */
  readonly monotonic: number
}

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
  /** The look under way; undefined if what it shows must not be kept. */
  let current: LookBegun | undefined
  let counted: { readonly mark: string; readonly backlog: Backlog; readonly nextDue: string | undefined } | undefined
  const mark = () => readModels.mark?.(view)
  return {
    /** Begins a look. Everything that it reads asks for `at`, so that no item becomes due between two of its reads. */
    begin(): LookBegun {
      current = { mark: mark(), at: timeOf(ports), monotonic: clock.monotonic() }
      return current
    },
    isWorthALook: (): boolean => {
      const now = mark()
      if (last === undefined || now === undefined || now !== last.mark) return true
      return clock.monotonic() >= last.freeAt || (last.dueAt !== undefined && timeOf(ports) >= last.dueAt)
    },
    /** Notes a look. `freeAt`: when the first item may become free after a time of the monotonic clock. */
    async looked(begun: LookBegun, freeAt: (after: number) => number | undefined): Promise<void> {
      last = undefined
      if (begun.mark === undefined) return
      const dueAt = await nextDue(readModels, view, begun.at)
      if (begun !== current) return
      last = { mark: begun.mark, freeAt: freeAt(begun.monotonic) ?? Number.POSITIVE_INFINITY, dueAt }
    },
    /** The next check looks, whatever is known, or shown by a look that has begun. */
    forget: () => {
      last = undefined
      current = undefined
    },
    /** The backlog; it is asked for only when the list has changed, items may run, or a scheduled one has become due since. */
    async backlog(ask: (at: string) => Promise<Backlog>): Promise<Backlog> {
      const now = mark()
      const at = timeOf(ports)
      const isKnown = counted !== undefined && counted.mark === now && !(counted.nextDue && at >= counted.nextDue)
      if (counted !== undefined && isKnown) return counted.backlog
      const backlog = await ask(at)
      const next = backlog.scheduled > 0 ? await nextDue(readModels, view, at) : undefined
      const rests = backlog.waiting + backlog.running === 0
      counted = now === undefined || !rests ? undefined : { mark: now, backlog, nextDue: next }
      return backlog
    },
  }
}
