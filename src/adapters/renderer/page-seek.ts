import type { PageGlobals } from './page-clock.ts'

/**
 * Runs in every page after `installClock` and `installAnimations`: `__run` lets time pass up to a time, and `__seek` also
 * waits until everything visible then has loaded. Time stops at each end of an animation until scripts that wait
 * for it have run.
 * It must be self-contained: it is sent to the page as text.
 */
export const installSeek = (): void => {
  const page = globalThis as unknown as PageGlobals
  const { __clock: clock, __animations: animations } = page
  const knownImages = new Set<string>()
  const broken = new Set<string>()
  const pictures = new Set<string>()
  const most = { broken: 5, characters: 1_000, read: 20_000_000, pictures: 200 }
  /** What keeps the place of a picture until a script sets it: nothing, or a GIF of one pixel, which some cut off. */
  const placeholder = /^(?:about:blank|data:,|javascript:.*|\/\/:0|data:image\/gif;base64,R0lGODlhAQAB.*)$/is
  let isFirst = true
  // a page beyond this sets endless timers: time continues without them
  const mostSteps = 20_000
  const { port1, port2 } = new MessageChannel()
  /** Lets all pending promise callbacks run. */
  const turn = () =>
    new Promise(resolve => {
      port1.onmessage = resolve
      port2.postMessage(0)
    })

  /** The text of a string in a computed style, where quotes and control characters are escaped. */
  const unescaped = (text: string): string =>
    text.replace(/\\(?:([0-9a-f]{1,6}) |(.))/g, (_, code?: string, character = '') =>
      code === undefined ? character : String.fromCodePoint(Number.parseInt(code, 16)),
    )
  // in this form it matches texts of any length: a repeated choice fails at ten megabytes
  const urlsIn = (value: string): readonly string[] =>
    [...value.matchAll(/url\("([^"\\]*(?:\\.[^"\\]*)*)"\)/g)].map(([, url = '']) => unescaped(url))
  const isShown = (part: string | null, { content, display }: CSSStyleDeclaration) =>
    part === null || (content !== 'none' && display !== 'none')
  const sides = ['top', 'right', 'bottom', 'left']
  const hasBorder = (style: CSSStyleDeclaration) =>
    sides.some(
      side =>
        !['none', 'hidden'].includes(style.getPropertyValue(`border-${side}-style`)) &&
        style.getPropertyValue(`border-${side}-width`) !== '0px',
    )
  /** What a style draws by addresses: the value of each property, and whether it is a mask. */
  const drawnBy = (style: CSSStyleDeclaration): readonly (readonly [string, boolean])[] => [
    [style.backgroundImage, false],
    [style.content, false],
    [style.maskImage, true],
    // inherited, and drawn only beside items of lists
    [style.display.includes('list-item') ? style.listStyleImage : 'none', false],
    [style.borderImageSource !== 'none' && hasBorder(style) ? style.borderImageSource : 'none', false],
  ]
  /** The values that are displayed, with whether one is a mask. Thousands of elements may share one of megabytes: beyond a sum, the rest is not read. */
  const shownValues = (): ReadonlyMap<string, boolean> => {
    const shown = new Map<string, boolean>()
    let read = 0
    for (const element of document.querySelectorAll('*')) {
      if (!element.checkVisibility()) continue
      for (const part of [null, '::before', '::after']) {
        const style = getComputedStyle(element, part)
        if (!isShown(part, style)) continue
        for (const [value, isMask] of drawnBy(style)) {
          // gradients and texts are written out, too
          read += value.length
          if (value.includes('url(')) shown.set(value, isMask)
        }
        if (read > most.read) return shown
      }
    }
    return shown
  }
  type StyleImage = { readonly isCertain: boolean; readonly isMask: boolean }
  /**
   * Pictures of styles that came into use since the last call. Those of what is not displayed are not loaded, and of an image-set() only
   * one is: `isCertain` is false for its pictures.
   */
  const newStyleImages = (): readonly { readonly image: HTMLImageElement; readonly isCertain: boolean }[] => {
    const fresh = new Map<string, StyleImage>()
    for (const [value, isMask] of shownValues()) {
      const isCertain = !value.includes('image-set(')
      for (const url of urlsIn(value))
        if (url !== '' && !url.startsWith('#') && !knownImages.has(url))
          fresh.set(url, { isCertain: isCertain || fresh.get(url)?.isCertain === true, isMask })
    }
    for (const url of fresh.keys()) knownImages.add(url)
    // at first the page has loaded the one that it uses
    const wanted = [...fresh].filter(([, { isCertain }]) => isCertain || !isFirst)
    return wanted.map(([src, { isCertain, isMask }]) => {
      // as browsers ask for masks: otherwise the file would be loaded twice
      const asked = isMask ? { crossOrigin: 'anonymous' } : {}
      return { image: Object.assign(new Image(), { ...asked, src }), isCertain }
    })
  }
  const placeVideo = (video: HTMLVideoElement): Promise<unknown> | undefined => {
    const at = Math.min(clock.now / 1000, video.duration || 0)
    video.pause()
    if (!video.autoplay || video.readyState === 0 || Math.abs(video.currentTime - at) < 0.001) return
    const there = new Promise(resolve => {
      video.onseeked = resolve
      video.onerror = resolve
    })
    video.currentTime = at
    return there
  }
  /** A picture without an address is none, and so is one whose address stands for none. */
  const noteBroken = (image: HTMLImageElement) => {
    const address = (image.currentSrc || image.getAttribute('src') || '').trim()
    const isMeant = address !== '' && !placeholder.test(address)
    const isBroken = isMeant && image.complete && image.naturalWidth === 0
    if (isBroken && broken.size < most.broken) broken.add(address.slice(0, most.characters))
  }
  /** Whether a picture is displayed, and meant to be larger than a counting pixel. */
  const isSeen = (image: Element): boolean => {
    const { width, height } = getComputedStyle(image)
    const isPixel = Number.parseFloat(width) <= 2 && Number.parseFloat(height) <= 2
    return !isPixel && image.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  }
  /** Pictures that are no `<img>`: in an inline SVG, and before a video. */
  const otherImages = (): readonly { readonly image: HTMLImageElement; readonly element: Element }[] => {
    const drawn = [...document.querySelectorAll('svg image')].map(element => ({
      element,
      src: element.getAttribute('href') ?? element.getAttribute('xlink:href') ?? '',
    }))
    const posters = [...document.querySelectorAll('video')].map(element => ({ element, src: element.poster }))
    return [...drawn, ...posters].flatMap(({ element, src }) =>
      src === '' ? [] : [{ image: Object.assign(new Image(), { src }), element }],
    )
  }
  const notePicture = (address: string | null | undefined) => {
    const { protocol = '', href = '' } = (address && URL.parse(address, document.baseURI)) || {}
    if (/^https?:$/.test(protocol) && pictures.size < most.pictures) pictures.add(href.split('#', 1)[0] ?? '')
  }
  const noteSeen = (element: Element, address: string | null | undefined) => {
    const { width, height } = element.getBoundingClientRect()
    const isSeen = element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    if (isSeen && width > 0 && height > 0 && Math.max(width, height) > 2) notePicture(address)
  }
  const noteShown = () => {
    for (const image of document.images) noteSeen(image, image.currentSrc || image.src)
    for (const image of document.querySelectorAll('svg image')) noteSeen(image, image.getAttribute('href'))
    for (const video of document.querySelectorAll('video')) noteSeen(video, video.poster)
    for (const value of shownValues().keys()) for (const url of urlsIn(value)) notePicture(url)
  }
  /** What is drawn on a canvas is seen, although its picture is on no page. */
  const noteDrawn = (prototype: object, name: string) => {
    const draw = Reflect.get(prototype, name)
    Object.assign(prototype, {
      [name](...given: unknown[]) {
        for (const one of given) if (one instanceof HTMLImageElement) notePicture(one.currentSrc || one.src)
        return Reflect.apply(draw, this, given)
      },
    })
  }
  for (const name of ['drawImage', 'createPattern']) noteDrawn(CanvasRenderingContext2D.prototype, name)
  for (const context of [WebGLRenderingContext, WebGL2RenderingContext])
    for (const name of ['texImage2D', 'texSubImage2D']) noteDrawn(context.prototype, name)
  /** Elements that move without animations. */
  const moves = 'video, marquee, svg animate, svg animateTransform, svg animateMotion, svg set'
  const settle = async () => {
    // a lazy image below the viewport would never load
    for (const image of document.images) if (image.loading === 'lazy') image.loading = 'eager'
    document.documentElement?.getBoundingClientRect()
    await document.fonts.ready
    const newStyle = newStyleImages()
    isFirst = false
    const videos = [...document.querySelectorAll('video')]
    const fromStyles = newStyle.map(({ image, isCertain }) => ({ image, isShown: () => isCertain }))
    const fromElements = [...document.images].map(image => ({ image, isShown: () => isSeen(image) }))
    const fromOthers = otherImages().map(({ image, element }) => ({ image, isShown: () => isSeen(element) }))
    const all = [...fromElements, ...fromOthers, ...fromStyles]
    const decoded = Promise.allSettled(all.map(({ image }) => image.decode()))
    await Promise.allSettled(videos.map(placeVideo))
    // listed in the order of the page, whichever failed first
    for (const [index, { status }] of (await decoded).entries()) {
      const one = all[index]
      if (status === 'rejected' && one?.isShown()) noteBroken(one.image)
    }
  }

  page.__begin = () => {
    clock.now = 0
    animations.forget()
    knownImages.clear()
    broken.clear()
    pictures.clear()
    isFirst = true
  }
  page.__run = async (until, onStep) => {
    animations.collect()
    for (let step = 0; step < mostSteps; step++) {
      const timer = clock.next() ?? Number.POSITIVE_INFINITY
      const end = animations.nextEnd()
      if (Math.min(timer, end) > until) break
      animations.moveTo(Math.min(timer, end))
      if (timer <= end) clock.runNext()
      else await clock.realFrame()
      await turn()
      animations.collect()
      if (onStep?.() === false) break
    }
  }
  page.__seek = async (until, hints) => {
    await page.__run(until)
    animations.moveTo(until)
    for (const svg of document.querySelectorAll('svg')) {
      svg.pauseAnimations()
      svg.setCurrentTime(until / 1000)
    }
    const isNew = [isFirst, hints.scripts, animations.haveMoved(), document.querySelector(moves) !== null].includes(
      true,
    )
    if (isNew) await settle()
    if (isNew && hints.standIns) noteShown()
    return { isNew, broken: [...broken], pictures: [...pictures] }
  }
}
