import type { Logger } from '../../ports/logger.ts'
import type { RenderJob } from '../../ports/renderer.ts'
import { within } from './deadline.ts'
import type { Chromium } from './process/chromium.ts'
import { openSlot, type Slot } from './slot.ts'

/** What a page is for: an account, and one scale, because Chromium draws text differently after a change of scale. */
export type Purpose = Pick<RenderJob, 'accountId' | 'scale'>
/** A page in a browser context that nothing else uses. */
export type Held = Purpose & { readonly slot: Slot; readonly chromium: Chromium; jobs: number }

/** Pages that stay open between jobs, since opening one costs more than a still. */
export type Pages = {
  /** A page for this purpose: an open one that nobody uses, or a new one. */
  take(chromium: Chromium, purpose: Purpose): Promise<Held>
  giveBack(held: Held): Promise<void>
  /** Ends the process of a page. */
  end(held: Held): Promise<void>
  /** Closes a page whose state is unknown. If it does not close, Chromium is ended. */
  discard(held: Held): Promise<void>
}

/** Pages are replaced after this many jobs, so that nothing accumulates in them. */
const jobsPerPage = 500
/** Time limit for closing a page, in milliseconds; one that hangs may exceed it. */
const closingMs = 3_000

const isUsable = ({ slot, chromium }: Held) =>
  chromium.browser.isConnected() && !chromium.isEnding() && !slot.hasCrashed()

/**
 * `mostIdle`: pages beyond it are closed, those first that were not used for longest. `openingMs`: how long opening one
 * may take.
 */
export const openPages = (mostIdle: number, openingMs: number, log?: Logger): Pages => {
  let idle: Held[] = []
  const closed = async ({ slot, chromium }: Held, reason: string): Promise<boolean> => {
    if (!chromium.browser.isConnected()) return true
    try {
      await within(closingMs, closingMs, () => chromium.during(slot.close()))
      return true
    } catch (err) {
      if (!chromium.browser.isConnected()) return true
      log?.warn({ err }, reason)
      return false
    }
  }
  const end = ({ slot, chromium }: Held): Promise<void> =>
    within(closingMs, closingMs, () => chromium.during(slot.crash())).catch(err =>
      log?.debug({ err }, 'the process of a page did not end'),
    )
  const discard = async (held: Held) => {
    if (await closed(held, 'a page did not close, ending its process')) return
    await end(held)
    if (!(await closed(held, 'a page still did not close, restarting Chromium'))) await held.chromium.end()
  }
  return {
    async take(chromium, { accountId, scale }) {
      const fits = (held: Held) => held.accountId === accountId && held.scale === scale
      const kept = idle.findLast(held => held.chromium === chromium && fits(held) && isUsable(held))
      if (kept === undefined) {
        const slot = await within(openingMs, openingMs, () => chromium.during(openSlot(chromium.browser, log)))
        return { slot, chromium, accountId, scale, jobs: 0 }
      }
      idle = idle.filter(held => held !== kept)
      return kept
    },
    async giveBack(held) {
      if (++held.jobs >= jobsPerPage || mostIdle === 0) return discard(held)
      const open = [...idle, held]
      idle = open.filter(isUsable).slice(-mostIdle)
      await Promise.all(open.filter(other => !idle.includes(other)).map(discard))
    },
    end,
    discard,
  }
}
