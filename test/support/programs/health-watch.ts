import { setTimeout as pause } from 'node:timers/promises'

export type Health = { readonly worstMs: number; readonly p99Ms: number; readonly times: number }

/**
 * Asks a node for /healthz again and again while some work goes on, and measures how long each answer took. A pause between
 * two questions leaves the machine to the work.
 */
export const healthDuring = async <A>(
  url: string,
  work: () => Promise<A>,
): Promise<Health & { readonly result: A }> => {
  const tookMs: number[] = []
  const over = new AbortController()
  const asking = (async () => {
    while (!over.signal.aborted) {
      const from = performance.now()
      const { status } = await fetch(`${url}/healthz`)
      if (status !== 200) throw new Error(`/healthz answered ${status}`)
      tookMs.push(performance.now() - from)
      await pause(5)
    }
  })()
  const result = await work().finally(() => over.abort())
  await asking
  const sorted = tookMs.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
  return { result, worstMs: at(1), p99Ms: at(0.99), times: sorted.length }
}
