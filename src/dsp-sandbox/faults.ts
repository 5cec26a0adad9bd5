/** What the sandbox can do wrong on request. */
export const faultKinds = {
  'rate-limited': 'Answer 429: the quota is used up',
  internal: 'Answer 500 and do nothing',
  'timeout-after-commit': 'Create or change the creative, and never answer',
  'invalid-grant': 'Refuse a token: the consent was withdrawn',
  'creative-refused': 'Refuse a new creative with 400',
  'review-rejected': 'Reject a new creative in its review',
} as const
export type FaultKind = keyof typeof faultKinds

export const isFaultKind = (text: unknown): text is FaultKind =>
  typeof text === 'string' && Object.hasOwn(faultKinds, text)

/** The most times that one fault may be asked for. */
export const mostTimes = 1_000

/** The faults that were asked for, and how many times each one is still to happen. */
export type Faults = {
  ask(kind: FaultKind, times: number): void
  /** Whether the fault happens now, to a request that can have it. */
  happens(kind: FaultKind): boolean
  left(): ReadonlyMap<FaultKind, number>
  clear(): void
}

export const openFaults = (): Faults => {
  const left = new Map<FaultKind, number>()
  return {
    ask: (kind, times) => void left.set(kind, Math.min(mostTimes, (left.get(kind) ?? 0) + times)),
    happens(kind) {
      const times = left.get(kind) ?? 0
      if (times === 0) return false
      if (times === 1) left.delete(kind)
      else left.set(kind, times - 1)
      return true
    },
    left: () => left,
    clear: () => left.clear(),
  }
}
