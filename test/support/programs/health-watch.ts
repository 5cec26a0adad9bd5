import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

export type Health = {
  readonly worstMs: number
  readonly p99Ms: number
  readonly times: number
  /** The longest time without an answer for which no other process was the reason. */
  readonly blockedMs: number
}

/** What the main thread of a process has run, and has waited for a core that others had, in milliseconds; zero where the system does not tell. */
const shareOf = (pid: number): { readonly ranMs: number; readonly waitedMs: number } => {
  try {
    const [ran = 0, waited = 0] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ').map(Number)
    return { ranMs: ran / 1e6, waitedMs: waited / 1e6 }
  } catch {
    return { ranMs: 0, waitedMs: 0 }
  }
}

/** The time from now on for which a node and this process do not wait for a core: more than it if the node runs all the time. */
const timeAlone = (pid: number) => {
  const from = performance.now()
  const [node, own] = [shareOf(pid), shareOf(process.pid)]
  return (): number => {
    const [nodeNow, ownNow] = [shareOf(pid), shareOf(process.pid)]
    const waitedMs = nodeNow.waitedMs - node.waitedMs + ownNow.waitedMs - own.waitedMs
    return Math.max(performance.now() - from - waitedMs, nodeNow.ranMs - node.ranMs)
  }
}

/**
 * Asks a node for /healthz again and again while some work goes on, and measures how long each answer took. A pause between
 * two questions leaves the machine to the work.
 */
export const healthDuring = async <A>(
  { url, pid }: { readonly url: string; readonly pid: number },
  work: () => Promise<A>,
): Promise<Health & { readonly result: A }> => {
  const tookMs: number[] = []
  const aloneMs: number[] = []
  const over = new AbortController()
  const asking = (async () => {
    while (!over.signal.aborted) {
      const from = performance.now()
      const alone = timeAlone(pid)
      const { status } = await fetch(`${url}/healthz`)
      if (status !== 200) throw new Error(`/healthz answered ${status}`)
      tookMs.push(performance.now() - from)
      aloneMs.push(alone())
      await pause(5)
    }
  })()
  const result = await work().finally(() => over.abort())
  await asking
  const sorted = tookMs.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
  return {
    result,
    worstMs: at(1),
    p99Ms: at(0.99),
    times: sorted.length,
    blockedMs: Math.round(Math.max(0, ...aloneMs)),
  }
}
