/** A clock that goes on by what its users wait, with an exchange of the nodes' counts every second. */
export const waitedClock = () => {
  const start = Date.parse('2026-05-01T10:00:00.000Z')
  let at = start
  const exchanges: (() => Promise<void>)[] = []
  const wait = async (ms: number) => {
    for (const until = at + ms; at < until; ) {
      at = Math.min(until, (Math.floor(at / 1000) + 1) * 1000)
      if (at % 1000 === 0) for (const exchange of exchanges) await exchange()
    }
  }
  return { now: () => new Date(at), monotonic: () => at, wait, exchanges, elapsedMs: () => at - start }
}
