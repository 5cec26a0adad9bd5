/** A clock that stands still until it is moved; what `installClock` leaves in a page for the other two. */
export type PageClock = {
  /** Milliseconds since the page began. */
  now: number
  /** When the next timer falls due; undefined when there is none. */
  next(): number | undefined
  /** Moves on to the next timer and runs it. */
  runNext(): void
  /** The browser's own: the next frame that is really drawn. */
  realFrame(): Promise<unknown>
}
/** What the sources of a page speak of; what they do not need not be looked for. */
export type PageHints = {
  /** Scripts run, so that anything may change at any time. */
  readonly scripts: boolean
  /** Scripts wait for the ends of animations. */
  readonly ends: boolean
  /** Styles hold animations back. */
  readonly pauses: boolean
  /** Styles show pictures. */
  readonly pictures: boolean
}
export type PageAnimations = {
  /** Takes hold of animations that have begun since the last time. */
  collect(): void
  /** Lets go of all of them. */
  forget(): void
  /** When the next one ends. */
  nextEnd(): number
  /** Moves the clock to a time and every animation to its place. */
  moveTo(time: number, hints: PageHints): void
  /** Whether one looks different since this was last asked. */
  haveMoved(): boolean
}
export type PageGlobals = {
  __clock: PageClock
  __animations: PageAnimations
  /** Time begins anew, for another document in the same frame. */
  __begin(): void
  /** Resolves when all is there, with whether the page may look different from the last time. */
  __seek(until: number, hints: PageHints): Promise<boolean>
}

/**
 * Runs in every page before its own scripts: time stands still, and moves only when the renderer seeks, and chance is
 * seeded, so that the same page gives the same frames. Playwright's page.clock does the like, but cannot be set back in a
 * page that is used again.
 *
 * It must stand alone: it is sent to the page as text.
 */
export const installClock = (): void => {
  type Timer = { readonly id: number; at: number; readonly every: number | undefined; run(time: number): void }
  const start = Date.UTC(2026, 0, 1)
  const frame = 1000 / 60
  // as browsers do for timers that set timers, or a page could keep a moment from ever passing
  const shortest = 4
  const timers = new Map<number, Timer>()
  const realFrame = requestAnimationFrame.bind(globalThis)
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
  }

  const today = () => start + Math.floor(clock.now)
  const StillDate = new Proxy(Date, {
    construct: (real, args, made) => Reflect.construct(real, args.length === 0 ? [today()] : args, made),
    apply: real => new real(today()).toString(),
    get: (real, name) => (name === 'now' ? today : Reflect.get(real, name)),
  })
  const chance = (): number => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  Object.assign(globalThis, {
    __clock: clock,
    Date: StillDate,
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
  Date.prototype.constructor = StillDate
  performance.now = () => clock.now
  Math.random = chance
  Crypto.prototype.getRandomValues = <T extends ArrayBufferView | null>(array: T): T => {
    if (array)
      new Uint8Array(array.buffer, array.byteOffset, array.byteLength).forEach((_, i, bytes) => {
        bytes[i] = chance() * 256
      })
    return array
  }
}
