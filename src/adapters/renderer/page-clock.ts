/** A clock that is advanced explicitly; `installClock` creates it for the other scripts. */
export type PageClock = {
  /** Milliseconds since the page started. */
  now: number
  /** When the next timer is due; undefined if there is none. */
  next(): number | undefined
  /** Advances to the next timer and runs it. */
  runNext(): void
  /** The browser's own: resolves with the next frame that is actually drawn. */
  realFrame(): Promise<unknown>
  /** Milliseconds of the browser's own clock. */
  realNow(): number
}
/** What is known of a page, so that others need no checks. */
export type PageHints = {
  /** Scripts run, so anything may change at any time. */
  readonly scripts: boolean
  /** Stand-ins were answered: whether the page shows them must be known. */
  readonly standIns: boolean
}
export type PageAnimations = {
  /** Captures animations that started since the last call. */
  collect(): void
  /** Releases all animations. */
  forget(): void
  /** When the next one ends. */
  nextEnd(): number
  /** Sets the clock and moves every animation to its position. */
  moveTo(time: number): void
  /** Whether any looks different since the last call. */
  haveMoved(): boolean
  /** When the last of those that were captured ends; of an endless one, its first round. */
  lastEnd(): number
}
export type Sought = {
  /** The page may look different from the last time. */
  readonly isNew: boolean
  /** Addresses of pictures that were displayed so far, and that the browser could not decode or did not ask for. */
  readonly broken: readonly string[]
  /** Addresses of pictures from elsewhere that were displayed so far with more than 2 × 2 pixels, or drawn on a canvas. */
  readonly pictures: readonly string[]
}
export type PageGlobals = {
  __clock: PageClock
  __animations: PageAnimations
  /** Resets time for another document in the same frame. */
  __begin(): void
  /** Runs the timers up to a time. `onStep` is called after each; false ends it. */
  __run(until: number, onStep?: () => boolean): Promise<void>
  /** Resolves when everything is loaded. */
  __seek(until: number, hints: PageHints): Promise<Sought>
  /**
   * How long the page moves, `most` at most, in milliseconds; 0: it does not; undefined: that takes too long to find out. Scripts have
   * run then: a page that moves by them must be loaded again.
   */
  __length(most: number, hints: PageHints): Promise<number | undefined>
}

/**
 * Runs in every page before its own scripts: time advances only when the renderer seeks, and randomness is seeded, so
 * that the same page produces the same frames. Playwright's page.clock is similar, but cannot be reset in a reused
 * page.
 * It must be self-contained: it is sent to the page as text.
 */
export const installClock = (): void => {
  type Timer = { readonly id: number; at: number; readonly every: number | undefined; run(time: number): void }
  const start = Date.UTC(2026, 0, 1)
  const frame = 1000 / 60
  // as in browsers for nested timers; otherwise a page could keep time from advancing
  const shortest = 4
  const timers = new Map<number, Timer>()
  const realFrame = requestAnimationFrame.bind(globalThis)
  const realNow = performance.now.bind(performance)
  let ids = 0
  let seed = 0x9e3779b9

  const add = (at: number, every: number | undefined, run: Timer['run']): number => {
    timers.set(++ids, { id: ids, at, every, run })
    return ids
  }
  const wait = (delay: unknown) => Math.max(shortest, Number(delay) || 0)
  const callable = (handler: unknown, args: unknown[]) =>
    typeof handler === 'function' ? () => handler(...args) : (new Function(String(handler)) as () => void)
  const remove = (id?: number) => void timers.delete(Number(id))
  const earliest = (): Timer | undefined => {
    let first: Timer | undefined
    for (const timer of timers.values()) if (first === undefined || timer.at < first.at) first = timer
    return first
  }
  const clock: PageClock = {
    now: 0,
    next: () => earliest()?.at,
    runNext() {
      const timer = earliest()
      if (!timer) return
      clock.now = Math.max(clock.now, timer.at)
      if (timer.every === undefined) timers.delete(timer.id)
      else timer.at = clock.now + timer.every
      try {
        timer.run(clock.now)
      } catch (error) {
        reportError(error)
      }
    },
    realFrame: () => new Promise(resolve => realFrame(resolve)),
    realNow,
  }

  const today = () => start + Math.floor(clock.now)
  const VirtualDate = new Proxy(Date, {
    construct: (real, args, made) => Reflect.construct(real, args.length === 0 ? [today()] : args, made),
    apply: real => new real(today()).toString(),
    get: (real, name) => (name === 'now' ? today : Reflect.get(real, name)),
  })
  const random = (): number => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  Object.assign(globalThis, {
    __clock: clock,
    Date: VirtualDate,
    setTimeout: (handler: unknown, delay?: number, ...args: unknown[]) =>
      add(clock.now + wait(delay), undefined, callable(handler, args)),
    setInterval: (handler: unknown, delay?: number, ...args: unknown[]) =>
      add(clock.now + wait(delay), wait(delay), callable(handler, args)),
    clearTimeout: remove,
    clearInterval: remove,
    requestAnimationFrame: (run: Timer['run']) =>
      add((Math.floor(clock.now / frame + 1e-6) + 1) * frame, undefined, run),
    cancelAnimationFrame: remove,
    requestIdleCallback: (run: (deadline: unknown) => void) =>
      add(clock.now + shortest, undefined, () => run({ didTimeout: false, timeRemaining: () => 50 })),
    cancelIdleCallback: remove,
  })
  Date.prototype.constructor = VirtualDate
  performance.now = () => clock.now
  Math.random = random
  Crypto.prototype.getRandomValues = <T extends ArrayBufferView | null>(array: T): T => {
    if (array)
      new Uint8Array(array.buffer, array.byteOffset, array.byteLength).forEach((_, i, bytes) => {
        bytes[i] = random() * 256
      })
    return array
  }
}
