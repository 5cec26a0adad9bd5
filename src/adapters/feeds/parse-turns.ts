import { fairSlots } from '../../engine/fair-slots.ts'

/** Whoever had a slot for long enough gave it back, because another account waits. */
class GivenBack extends Error {
  override readonly name = 'GivenBack'
}

/** Milliseconds between two looks whether another account waits, at most. */
const mostLookMs = 1_000

export type ParseTurns = {
  /**
   * Runs a task once it is the account's turn. `signal` of the task aborts when it must give way: it is then run again from its beginning,
   * later. Rejects as the task does, and with the reason of the caller's `signal`.
   */
  run<A>(accountId: string, task: (signal: AbortSignal) => Promise<A>, signal: AbortSignal): Promise<A>
}

/**
 * Slots that accounts share, one an account, of which long tasks never have all: a task that has had its slot for `sliceMs` gives way when
 * another account waits, and begins again among the long ones, which have one slot less, with twice the time each round (ADR 0111).
 */
export const parseTurns = ({ inAll, sliceMs }: { readonly inAll: number; readonly sliceMs: number }): ParseTurns => {
  const all = fairSlots({ inAll, perAccount: 1 })
  const long = fairSlots({ inAll: Math.max(1, inAll - 1), perAccount: 1 })

  /** Runs a task that has a slot; throws GivenBack. */
  const forTime = async <A>(
    ms: number,
    isAwaited: () => boolean,
    task: (signal: AbortSignal) => Promise<A>,
    signal: AbortSignal,
  ): Promise<A> => {
    const back = new AbortController()
    const look = () => {
      if (isAwaited()) back.abort(new GivenBack())
      else timer = setTimeout(look, Math.min(ms, mostLookMs))
    }
    let timer = setTimeout(look, ms)
    try {
      return await task(AbortSignal.any([signal, back.signal]))
    } finally {
      clearTimeout(timer)
    }
  }
  const given = <A>(round: Promise<A>): Promise<A | GivenBack> =>
    round.catch(error => {
      if (error instanceof GivenBack) return error
      throw error
    })

  return {
    async run(accountId, task, signal) {
      const isFirstAwaited = () => all.isAwaited(accountId)
      const first = await given(all.run(accountId, () => forTime(sliceMs, isFirstAwaited, task, signal), signal))
      if (!(first instanceof GivenBack)) return first
      const isLongAwaited = () => long.isAwaited(accountId)
      for (let ms = 2 * sliceMs; ; ms *= 2) {
        const among = () => all.run(accountId, () => forTime(ms, isLongAwaited, task, signal), signal)
        const made = await given(long.run(accountId, among, signal))
        if (!(made instanceof GivenBack)) return made
      }
    },
  }
}
