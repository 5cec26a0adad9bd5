import type { PageGlobals } from './page-clock.ts'

/**
 * Runs in every page after `installClock`: pauses animations and transitions as soon as they appear, and positions them
 * by the page's virtual time. Pausing separates a CSS animation from its `animation-play-state`, so this code tracks
 * it, as well as play and pause called by scripts.
 * It must be self-contained: it is sent to the page as text.
 */
export const installAnimations = (): void => {
  type Place = { local: number; rate: number; isHeld: boolean; readonly end: number; look: string }
  const page = globalThis as unknown as PageGlobals
  const places = new Map<Animation, Place>()
  let haveMoved = false
  let lastEnd = 0
  const pause = Animation.prototype.pause

  /** The progress of an animation; equal if it looks the same. */
  const lookOf = (animation: Animation): string => {
    const { progress, currentIteration } = animation.effect?.getComputedTiming() ?? {}
    return `${progress} ${currentIteration}`
  }
  const isHeldByStyle = (animation: Animation): boolean => {
    const { effect } = animation
    if (!(animation instanceof CSSAnimation) || !(effect instanceof KeyframeEffect) || !effect.target) return false
    const { animationName, animationPlayState } = getComputedStyle(effect.target, effect.pseudoElement)
    const states = animationPlayState.split(', ')
    return states[animationName.split(', ').indexOf(animation.animationName) % states.length] === 'paused'
  }
  const untilEnd = ({ local, rate, end }: Place): number => {
    if (rate === 0) return Number.POSITIVE_INFINITY
    return rate > 0 ? (end - local) / rate : local / -rate
  }
  /** How long it runs until it has shown everything: an endless one there and back, if it alternates. */
  const lengthOf = ({ effect, playbackRate }: Animation): number => {
    const { delay = 0, duration, iterations, direction, endTime } = effect?.getComputedTiming() ?? {}
    const round = Number(duration) * (direction?.startsWith('alternate') ? 2 : 1)
    const length = iterations === Number.POSITIVE_INFINITY ? delay + round : Number(endTime)
    return Number.isFinite(length) && playbackRate !== 0 ? length / Math.abs(playbackRate) : 0
  }
  const changes: Record<string, (place: Place) => void> = {
    play(place) {
      place.isHeld = false
    },
    pause(place) {
      place.isHeld = true
    },
    reverse(place) {
      place.isHeld = false
      place.rate *= -1
    },
  }
  for (const [name, change] of Object.entries(changes)) {
    const real = Reflect.get(Animation.prototype, name)
    Reflect.set(Animation.prototype, name, function (this: Animation) {
      const place = places.get(this)
      if (place) change(place)
      else real.call(this)
    })
  }

  page.__animations = {
    collect() {
      for (const animation of document.getAnimations()) {
        if (places.has(animation) || animation.playState === 'finished') continue
        const end = Number(animation.effect?.getComputedTiming().endTime ?? 0)
        if (animation.playState !== 'paused') lastEnd = Math.max(lastEnd, page.__clock.now + lengthOf(animation))
        const isHeld = animation.playState === 'paused' && !(animation instanceof CSSAnimation)
        pause.call(animation)
        animation.currentTime = animation.playbackRate < 0 ? end : 0
        const local = Number(animation.currentTime)
        places.set(animation, { local, rate: animation.playbackRate, isHeld, end, look: lookOf(animation) })
        haveMoved = true
      }
    },
    forget() {
      places.clear()
      lastEnd = 0
    },
    haveMoved() {
      const answer = haveMoved
      haveMoved = false
      return answer
    },
    lastEnd: () => lastEnd,
    nextEnd() {
      const waits = [...places.values()].filter(place => !place.isHeld).map(untilEnd)
      return page.__clock.now + Math.max(0, Math.min(...waits))
    },
    moveTo(time) {
      const passed = time - page.__clock.now
      page.__clock.now = time
      const moving = [...places].filter(([animation, { isHeld }]) => !isHeld && !isHeldByStyle(animation))
      for (const [animation, place] of moving) {
        if (animation.playState === 'idle') {
          places.delete(animation)
          haveMoved = true
          continue
        }
        place.local += passed * place.rate
        animation.currentTime = place.local
        const look = lookOf(animation)
        haveMoved ||= look !== place.look
        place.look = look
        if (untilEnd(place) > 1e-6) continue
        places.delete(animation)
        animation.finish()
        haveMoved = true
      }
    },
  }
}
