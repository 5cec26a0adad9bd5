import type { PageGlobals } from './page-clock.ts'

/**
 * Runs in every page after `installSeek`: `__length` finds out how long an ad moves (EXPORT-9). Animations say it themselves. For
 * scripts, time passes until nothing is due any more, and each change of the page is noted; if the page still changes in the end, one
 * round lasts until it is again as it was.
 * It must be self-contained: it is sent to the page as text.
 */
export const installLength = (): void => {
  const page = globalThis as unknown as PageGlobals
  const { __clock: clock, __animations: animations } = page
  /** Shorter ones only arrange the page. */
  const shortest = 100
  /** A page that still changes so shortly before the longest length is endless. */
  const stillChanging = 5_000
  /** Milliseconds between two looks at a canvas, and pixels of a side that are looked at. */
  const [everyMs, side] = [100, 48]
  const budget = { realMs: 8_000, characters: 20_000_000 }

  /** Attributes of SVG that say how long something moves, and videos that play. */
  const lengthOfElement = (element: Element): number => {
    try {
      if (element instanceof HTMLVideoElement) return element.autoplay ? element.duration * 1000 : 0
      const { repeatCount, begin, duration } = {
        repeatCount: Number(element.getAttribute('repeatCount') ?? 1),
        begin: (element as SVGAnimationElement).getStartTime(),
        duration: (element as SVGAnimationElement).getSimpleDuration(),
      }
      return (begin + duration * (repeatCount > 1 ? repeatCount : 1)) * 1000
    } catch {
      // it never begins, or has no end
      return 0
    }
  }
  const lengthOfElements = (): number => {
    const elements = document.querySelectorAll('video, animate, animateTransform, animateMotion, set')
    const lengths = [...elements].map(lengthOfElement)
    return lengths.reduce((most, length) => (Number.isFinite(length) ? Math.max(most, length) : most), 0)
  }

  const hashOf = (values: ArrayLike<number>): number => {
    let hash = 0
    for (let i = 0; i < values.length; i++) hash = (Math.imul(hash, 31) + (values[i] ?? 0)) | 0
    return hash
  }
  const encoder = new TextEncoder()
  const small = Object.assign(document.createElement('canvas'), { width: side, height: side })
  const drawing = small.getContext('2d', { willReadFrequently: true })
  const canvases = (): number => {
    const all = document.querySelectorAll('canvas')
    if (all.length === 0 || drawing === null) return 0
    drawing.clearRect(0, 0, side, side)
    try {
      for (const canvas of all) if (canvas.width * canvas.height > 0) drawing.drawImage(canvas, 0, 0, side, side)
      return hashOf(drawing.getImageData(0, 0, side, side).data)
    } catch {
      // a picture of another host is in it: it cannot be read
      return 0
    }
  }

  type State = { readonly at: number; readonly look: number }
  /** When a page that changes for ever has shown one round; undefined: it never looks as it did before. */
  const endOfRound = (states: readonly State[]): number | undefined => {
    const firsts = new Map<number, number>()
    for (const [j, { look }] of states.entries()) {
      const i = firsts.get(look)
      if (i === undefined) firsts.set(look, j)
      else if (j + 1 < states.length && states.slice(j).every((state, k) => state.look === states[i + k]?.look))
        return states[j]?.at
    }
    return undefined
  }

  /** Lets time pass, and says until when the scripts change the page; undefined: that takes too long. */
  const lengthOfScripts = async (most: number) => {
    const began = clock.realNow()
    let read = 0
    let hasChanged = false
    let [canvasLook, lookedAt] = [canvases(), 0]
    const observer = new MutationObserver(() => {
      hasChanged = true
    })
    observer.observe(document, { subtree: true, attributes: true, characterData: true, childList: true })
    const look = (): number => {
      const html = read > budget.characters ? '' : document.documentElement.outerHTML
      read += html.length
      return html === '' ? states.length : hashOf(encoder.encode(html)) ^ canvasLook
    }
    const states: State[] = [{ at: 0, look: look() }]
    let isSlow = false
    await page.__run(most, () => {
      if (clock.now - lookedAt >= everyMs) {
        lookedAt = clock.now
        const now = canvases()
        hasChanged ||= now !== canvasLook
        canvasLook = now
      }
      if (hasChanged) states.push({ at: clock.now, look: look() })
      hasChanged = false
      isSlow = clock.realNow() - began > budget.realMs
      return !isSlow
    })
    observer.disconnect()
    if (isSlow) return undefined
    const last = states.at(-1)?.at ?? 0
    // what happens at this time is in the last frame, 1 ms before the end
    return (last > most - stillChanging ? endOfRound(states) : undefined) ?? (last === 0 ? 0 : Math.ceil(last) + 1)
  }

  page.__length = async (most, hints) => {
    animations.collect()
    // its pictures are there before its first timer, as when it is drawn
    if (hints.scripts) await page.__seek(0, hints)
    const scripts = hints.scripts ? await lengthOfScripts(most) : 0
    if (scripts === undefined) return undefined
    const length = Math.min(most, Math.max(scripts, animations.lastEnd(), lengthOfElements()))
    return length < shortest ? 0 : Math.round(length)
  }
}
