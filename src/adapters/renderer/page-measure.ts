import type { PageContent, Place, ShownBox, ShownPicture, ShownText } from '../../ports/renderer.ts'

/**
 * Measures what a page without scripts shows, then hides its texts, so that a picture of it shows what is behind them.
 * It must be self-contained: it is sent to the page as text.
 */
export const measurePage = (): PageContent => {
  const most = { items: 500, characters: 200 }
  /** Part of a line's height at its top and bottom that holds no letters. */
  const air = 0.2
  /** Pixels by which letters may exceed their box unseen. */
  const tolerance = 1.5
  type Edges = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }
  type Clip = Edges & { readonly dots: boolean }

  const root = document.documentElement
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const rgba = (color: string): [number, number, number, number] => {
    if (canvas === null) return [0, 0, 0, 1]
    canvas.clearRect(0, 0, 1, 1)
    canvas.fillStyle = color
    canvas.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data
    return [red, green, blue, alpha / 255]
  }
  const numberOf = (element: Element | null): { readonly element?: number } => {
    const n = Number(element?.closest('[data-n]')?.getAttribute('data-n') ?? Number.NaN)
    return Number.isNaN(n) ? {} : { element: n }
  }
  const ancestors = (element: Element): Element[] => {
    const all: Element[] = []
    for (let at: Element | null = element; at !== null; at = at.parentElement) all.push(at)
    return all
  }
  const viewport: Clip = { left: 0, top: 0, right: innerWidth, bottom: innerHeight, dots: false }
  const clipsOf = (element: Element): Clip[] => [
    viewport,
    ...ancestors(element).flatMap(at => {
      const style = getComputedStyle(at)
      if (style.overflowX === 'visible' && style.overflowY === 'visible') return []
      const { left, top, right, bottom } = at.getBoundingClientRect()
      const dots = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'
      return [{ left, top, right, bottom, dots }]
    }),
  ]
  const lettersOf = ({ left, right, top, bottom }: DOMRect): Edges => {
    const trim = (bottom - top) * air
    return { left, right, top: top + trim, bottom: bottom - trim }
  }
  const within = (a: Edges, b: Edges): Edges => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  })
  const isEmpty = ({ left, top, right, bottom }: Edges) => right - left < 0.5 || bottom - top < 0.5
  const exceeds = (line: Edges, clip: Edges) =>
    line.left < clip.left - tolerance ||
    line.right > clip.right + tolerance ||
    line.top < clip.top - tolerance ||
    line.bottom > clip.bottom + tolerance
  const placeOf = ({ left, top, right, bottom }: Edges): Place => ({
    x: left,
    y: top,
    width: right - left,
    height: bottom - top,
  })
  const paints = (element: Element): boolean => {
    if (element instanceof HTMLImageElement) return true
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element)
    return Number(opacity) > 0 && (backgroundImage !== 'none' || rgba(backgroundColor)[3] > 0.05)
  }
  const isCovered = (element: Element, line: Edges): boolean => {
    for (const above of document.elementsFromPoint((line.left + line.right) / 2, (line.top + line.bottom) / 2)) {
      if (above === element || above.contains(element)) return false
      if (!element.contains(above) && paints(above)) return true
    }
    return false
  }
  const opacityOf = (element: Element): number =>
    ancestors(element).reduce((product, at) => product * Number(getComputedStyle(at).opacity), 1)

  const partOf = (element: Element): { readonly part?: string } => {
    const part = element.closest('[data-part]')?.getAttribute('data-part')
    return typeof part === 'string' ? { part } : {}
  }
  /** The first number of a text, with what separates its groups, that is in several lines. */
  const brokenNumber = (node: Text): { readonly brokenNumber?: string } => {
    const isDigit = (at: number) => /[0-9]/.test(node.data.charAt(at))
    const joins = (at: number) => /[.,'’\s]/.test(node.data.charAt(at)) && isDigit(at + 1)
    for (let start = 0; start < node.data.length; start++) {
      if (!isDigit(start)) continue
      let end = start + 1
      while (isDigit(end) || joins(end)) end++
      const range = document.createRange()
      range.setStart(node, start)
      range.setEnd(node, end)
      const tops = [...range.getClientRects()].map(({ top }) => top)
      if (Math.max(...tops) - Math.min(...tops) > tolerance) return { brokenNumber: node.data.slice(start, end) }
      start = end
    }
    return {}
  }

  const textOf = (node: Text): ShownText | undefined => {
    const element = node.parentElement
    if (element === null || node.data.trim() === '') return undefined
    const style = getComputedStyle(element)
    const opacity = opacityOf(element)
    if (style.visibility !== 'visible' || opacity === 0) return undefined
    const range = document.createRange()
    range.selectNodeContents(node)
    const clips = clipsOf(element)
    const cuts = new Set<ShownText['cut']>()
    const lines: Place[] = []
    for (const rect of range.getClientRects()) {
      const line = lettersOf(rect)
      if (isEmpty(line)) continue
      const shown = clips.reduce<Edges>(within, line)
      const by = clips.filter(clip => exceeds(line, clip))
      // with dots, lines below the last one are left out; those that show must be whole from top to bottom
      const fine =
        by.some(({ dots }) => dots) && (isEmpty(shown) || shown.bottom - shown.top > 0.8 * (line.bottom - line.top))
      if (by.length > 0) cuts.add(fine ? 'ellipsis' : 'clipped')
      if (isEmpty(shown)) continue
      if (isCovered(element, shown)) cuts.add('covered')
      lines.push(placeOf(shown))
    }
    const [red, green, blue, alpha] = rgba(style.color)
    const color: ShownText['color'] = [red, green, blue, alpha * opacity]
    const cut = (['covered', 'clipped', 'ellipsis'] as const).find(kind => cuts.has(kind)) ?? 'no'
    const text = node.data.replace(/\s+/g, ' ').trim().slice(0, most.characters)
    return lines.length === 0 && cut === 'no'
      ? undefined
      : {
          ...numberOf(element),
          ...partOf(element),
          ...{ text, size: Number.parseFloat(style.fontSize), color, lines, cut },
          ...brokenNumber(node),
        }
  }

  /** What a picture that is shown whole covers of its box: it is centered in it. */
  const paintedOf = (image: HTMLImageElement): Place => {
    const { x, y, width, height } = image.getBoundingClientRect()
    const { naturalWidth, naturalHeight } = image
    if (getComputedStyle(image).objectFit !== 'contain' || naturalWidth * naturalHeight === 0)
      return { x, y, width, height }
    const scale = Math.min(width / naturalWidth, height / naturalHeight)
    const [across, down] = [naturalWidth * scale, naturalHeight * scale]
    return { x: x + (width - across) / 2, y: y + (height - down) / 2, width: across, height: down }
  }

  const texts: ShownText[] = []
  const walker = document.createTreeWalker(document.body ?? root, NodeFilter.SHOW_TEXT)
  while (walker.nextNode() && texts.length < most.items) {
    const text = textOf(walker.currentNode as Text)
    if (text) texts.push(text)
  }
  const pictures = [...document.images].slice(0, most.items).flatMap((image): ShownPicture[] => {
    const { x, y, width, height } = image.getBoundingClientRect()
    const panel = image.closest('[data-part]')?.getBoundingClientRect()
    const what = { ...numberOf(image), ...partOf(image), ...(panel ? { panel: placeOf(panel) } : {}) }
    const loaded = image.naturalWidth > 0
    return width * height === 0 ? [] : [{ ...what, x, y, width, height, loaded, painted: paintedOf(image) }]
  })
  const boxes = [...document.querySelectorAll('[data-part="cta"],[data-part="badge"]')]
    .slice(0, most.items)
    .flatMap((element): ShownBox[] => {
      const { x, y, width, height } = element.getBoundingClientRect()
      const part = element.getAttribute('data-part') ?? ''
      const isShown = width * height > 0 && getComputedStyle(element).visibility === 'visible'
      return isShown && paints(element) ? [{ ...numberOf(element), part, x, y, width, height }] : []
    })
  const { scrollWidth: width, scrollHeight: height } = root
  const unseen = {
    '-webkit-text-fill-color': 'transparent',
    'text-decoration-color': 'transparent',
    'text-shadow': 'none',
  }
  for (const element of document.querySelectorAll<HTMLElement>('body, body *'))
    for (const [property, value] of Object.entries(unseen)) element.style.setProperty(property, value, 'important')
  return { width, height, texts, pictures, boxes }
}
