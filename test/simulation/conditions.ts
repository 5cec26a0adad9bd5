import type { Random } from './random.ts'

export type Store = 'event log' | 'read models' | 'files' | 'secrets' | 'mail server' | 'cloud'

/** How well stores can be reached; faults change it. */
export type Conditions = {
  /** Milliseconds that a message needs. */
  latency(): number
  /** From now on messages need this long on average, some of them much longer. */
  vary(usualMs: number): void
  /** From now on a store cannot be reached, or can again. */
  away(store: Store, is: boolean): void
  isAway(store: Store): boolean
  /** From now on this share of the answers of stores is lost, after the store did its work. */
  losing(share: number): void
  losesAnswer(): boolean
  /** Everything can be reached, and no answer is lost. */
  heal(): void
}

/** A latency of `usualMs` on average; one message in fifty needs up to forty times as long. */
const unsteady = (random: Random, usualMs: number) => (): number =>
  usualMs * random.fraction() * (random.chance(0.02) ? 40 : 2)

/** Every message needs `steadyMs`, until latencies vary. */
export const openConditions = (random: Random, steadyMs: number): Conditions => {
  let latency = () => steadyMs
  const gone = new Set<Store>()
  let lost = 0
  return {
    latency: () => latency(),
    vary: usualMs => {
      latency = unsteady(random.fork(), usualMs)
    },
    away: (store, is) => void (is ? gone.add(store) : gone.delete(store)),
    isAway: store => gone.has(store),
    losing: share => {
      lost = share
    },
    losesAnswer: () => lost > 0 && random.chance(lost),
    heal: () => {
      gone.clear()
      lost = 0
    },
  }
}
