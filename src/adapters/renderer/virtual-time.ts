/**
 * Runs in every page before its own scripts: time stands still, and moves only when the renderer seeks, so that the same
 * page gives the same frames. Playwright's page.clock does the like, but cannot be set back in a page that is used again,
 * and a new page a drawing costs three times as much.
 *
 * It must stand alone: it is sent to the page as text.
 */
export const installVirtualTime = (): void => {
  type Timer = { at: number; readonly every: number | undefined; readonly run: (time: number) => void }
  const start = Date.UTC(2026, 0, 1)
  const frame = 1000 / 60
  const timers = new Map<number, Timer>()
  const begun = new WeakMap<Animation, number>()
  let now = 0
  let ids = 0
  let seed = 0x9e3779b9

  const add = (delay: unknown, every: boolean, run: (time: number) => void): number => {
    const wait = Math.max(every ? 1 : 0, Number(delay) || 0)
    timers.set(++ids, { at: now + wait, every: every ? wait : undefined, run })
    return ids
  }
  const callable = (handler: unknown, args: unknown[]) =>
    typeof handler === 'function' ? () => handler(...args) : () => undefined
  const remove = (id?: number) => void timers.delete(Number(id))
  const RealDate = Date
  class StillDate extends RealDate {
    constructor(...args: []) {
      if (args.length === 0) super(start + now)
      else super(...args)
    }
    static override now() {
      return Math.floor(start + now)
    }
  }
  const page = globalThis as unknown as Record<string, unknown>
  Object.assign(page, {
    Date: StillDate,
    setTimeout: (handler: unknown, delay?: number, ...args: unknown[]) => add(delay, false, callable(handler, args)),
    setInterval: (handler: unknown, delay?: number, ...args: unknown[]) => add(delay, true, callable(handler, args)),
    clearTimeout: remove,
    clearInterval: remove,
    requestAnimationFrame: (handler: (time: number) => void) => add(frame - (now % frame), false, handler),
    cancelAnimationFrame: remove,
    requestIdleCallback: (handler: (deadline: unknown) => void) =>
      add(1, false, () => handler({ didTimeout: false, timeRemaining: () => 50 })),
    cancelIdleCallback: remove,
  })
  performance.now = () => now
  Math.random = () => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }

  const still = () => {
    for (const animation of document.getAnimations()) {
      if (!begun.has(animation)) begun.set(animation, now)
      animation.pause()
    }
  }
  const due = (until: number): [number, Timer] | undefined =>
    [...timers].filter(([, t]) => t.at <= until).sort(([a, x], [b, y]) => x.at - y.at || a - b)[0]

  /** Moves time on, running what falls due on the way, and sets every animation to its place. */
  page.__seek = async (until: number): Promise<void> => {
    still()
    // a page that sets itself timers without end is cut off here: its time goes on without them
    for (let ran = 0, next = due(until); next && ran < 20_000; ran++, next = due(until)) {
      const [id, timer] = next
      now = Math.max(now, timer.at)
      if (timer.every === undefined) timers.delete(id)
      else timer.at = now + timer.every
      try {
        timer.run(now)
      } catch (error) {
        console.error(error)
      }
      await null
      still()
    }
    now = until
    for (const animation of document.getAnimations()) animation.currentTime = until - (begun.get(animation) ?? until)
    for (const svg of document.querySelectorAll('svg')) {
      svg.pauseAnimations()
      svg.setCurrentTime(until / 1000)
    }
  }
}

/** Runs in the page: everything that it shows is there to be drawn. */
export const settled = async (): Promise<void> => {
  await document.fonts.ready
  await Promise.allSettled([...document.images].map(image => image.decode()))
}
