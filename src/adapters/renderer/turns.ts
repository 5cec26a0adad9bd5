import { type FairSlots, fairSlots } from '../../engine/fair-slots.ts'
import { RendererUnavailable, type RenderJob } from '../../ports/renderer.ts'

/** Characters or number of pages, of all accounts and of one. */
export type MostWaiting = { readonly inAll: number; readonly ofAccount: number }

/** As much as a browser asks for at once of an approval page with large ads. */
const usual: MostWaiting = { inAll: 192_000_000, ofAccount: 64_000_000 }

/** Pages that failed once and are to be drawn by themselves: one at a time, and each may take its whole time. */
export const mostAlone: MostWaiting = { inAll: 16, ofAccount: 4 }

/**
 * Bounds the pages that public requests have waiting to be drawn: anyone may send those, faster than pages are drawn, and each keeps its page
 * meanwhile. `sizeOf`: what a page counts, its characters by default. Beyond it they reject with RendererUnavailable; the only one of an account always has room.
 */
export const waitingPages = (
  { inAll, ofAccount }: MostWaiting = usual,
  sizeOf: (job: RenderJob) => number = ({ html }) => html.length,
) => {
  const byAccount = new Map<string, number>()
  let all = 0
  const add = (accountId: string, size: number): void => {
    all += size
    const own = (byAccount.get(accountId) ?? 0) + size
    if (own === 0) byAccount.delete(accountId)
    else byAccount.set(accountId, own)
  }
  return async <A>(job: RenderJob, work: () => Promise<A>): Promise<A> => {
    const { accountId, isPublic = false } = job
    if (!isPublic) return work()
    const size = sizeOf(job)
    const own = byAccount.get(accountId) ?? 0
    if (own > 0 && (own + size > ofAccount || all + size > inAll))
      throw new RendererUnavailable('too many pages of public requests wait to be drawn')
    add(accountId, size)
    try {
      return await work()
    } finally {
      add(accountId, -size)
    }
  }
}

/**
 * Turns at a number of places, of which one is kept from each account. What anyone may ask for takes turns with the account's own work, which
 * would wait behind all of it otherwise.
 */
export const drawingTurns = (places: number) => {
  const most = Math.max(1, places - 1)
  const all = fairSlots({ inAll: places, perAccount: most })
  const byAccount = new Map<string, FairSlots>()
  return async <A>({ accountId, isPublic }: Pick<RenderJob, 'accountId' | 'isPublic'>, work: () => Promise<A>) => {
    const own = byAccount.get(accountId) ?? fairSlots({ inAll: most, perAccount: most })
    byAccount.set(accountId, own)
    try {
      return await own.run(isPublic ? 'public' : 'own', () => all.run(accountId, work))
    } finally {
      if (own.isIdle()) byAccount.delete(accountId)
    }
  }
}
