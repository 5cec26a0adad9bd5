import { setTimeout } from 'node:timers/promises'
import type { ColorFinding } from '../../../domain/templates/brand-findings.ts'
import { limits } from '../limits.ts'
import type { Pixels } from '../pictures/palette.ts'
import type { PdfJs, PdfPage } from './pdf-pages.ts'

const most = { operators: 200_000, depth: 100, pictures: 10, colors: 5_000 }
const pictureMs = 5_000

type Matrix = readonly [number, number]
/** What area of the page a unit of the current space covers, and the fill color. */
type State = { readonly scale: Matrix; readonly color: string }

const numbersIn = (args: unknown): readonly number[] =>
  args !== null && typeof args === 'object' ? Object.values(args).filter(n => typeof n === 'number') : []
const boxArea = (box: unknown): number => {
  const [left = 0, top = 0, right = 0, bottom = 0] = numbersIn(box)
  return Math.abs((right - left) * (bottom - top))
}
const isHex = (u: unknown): u is string => typeof u === 'string' && /^#[0-9a-f]{6}$/.test(u)

/** Numbers of the path of a rectangle; a drawing has more. */
const rectangle = 13
const isDrawing = (path: unknown): boolean =>
  Array.isArray(path) && path[0] instanceof Float32Array && path[0].length > rectangle

/** A picture of a page: its name there, or what it is itself; `share`: of the page that it covers, 0 to 1. */
export type PaintedPicture = { readonly of: unknown; readonly share: number }
export type Painted = {
  readonly colors: readonly ColorFinding[]
  readonly pictures: readonly PaintedPicture[]
  /** Scanners put the words that they recognise under the picture of a page, unseen. */
  readonly hasSeenText: boolean
  /** Whether there are filled shapes that are no rectangles. */
  readonly hasDrawings: boolean
}

/** The colors that a page is painted with, by the share of its area, and the names of its pictures. */
export const paintedOn = async (page: PdfPage, { OPS }: PdfJs): Promise<Painted> => {
  const { fnArray, argsArray } = await page.getOperatorList()
  const { width, height } = page.getViewport({ scale: 1 })
  const fills: readonly number[] = [
    OPS.fill,
    OPS.eoFill,
    OPS.fillStroke,
    OPS.eoFillStroke,
    OPS.closeFillStroke,
    OPS.closeEOFillStroke,
  ]
  const colors: ColorFinding[] = []
  const pictures = new Map<unknown, number>()
  const outer: State[] = []
  let state: State = { scale: [1, 1], color: '#000000' }
  let size = 12
  let hasDrawings = false
  let hasSeenText = false
  let isUnseen = false
  const paint = (area: number): void => {
    const share = Math.min(1, area / (width * height))
    if (share > 0 && colors.length < most.colors) colors.push({ hex: state.color, weight: share })
  }
  const addPicture = (of: unknown, [x, y]: Matrix): void => {
    const share = Math.min(1, (x * y) / (width * height))
    if (pictures.has(of) || pictures.size < most.pictures) pictures.set(of, Math.max(share, pictures.get(of) ?? 0))
  }
  const count = Math.min(fnArray.length, most.operators)
  for (let i = 0; i < count; i++) {
    const args: readonly unknown[] = argsArray[i] ?? []
    const [x, y] = state.scale
    switch (fnArray[i]) {
      case OPS.save:
        if (outer.length < most.depth) outer.push(state)
        break
      case OPS.restore:
        state = outer.pop() ?? state
        break
      case OPS.transform: {
        const [a = 1, b = 0, c = 0, d = 1] = numbersIn(args)
        state = { ...state, scale: [x * Math.hypot(a, b), y * Math.hypot(c, d)] }
        break
      }
      case OPS.setFillRGBColor:
        if (isHex(args[0])) state = { ...state, color: args[0] }
        break
      case OPS.setFont:
        if (typeof args[1] === 'number') size = Math.abs(args[1])
        break
      case OPS.setTextRenderingMode:
        isUnseen = args[0] === unseenText
        break
      case OPS.constructPath:
        if (typeof args[0] !== 'number' || !fills.includes(args[0])) break
        hasDrawings ||= isDrawing(args[1])
        paint(boxArea(args[2]) * x * y)
        break
      case OPS.showText:
        if (isUnseen || !Array.isArray(args[0])) break
        hasSeenText ||= args[0].length > 0
        // letters cover about a quarter of their boxes
        paint(args[0].length * size * size * 0.5 * 0.25 * x * y)
        break
      case OPS.paintImageXObject:
        if (typeof args[0] === 'string') addPicture(args[0], state.scale)
        break
      case OPS.paintInlineImageXObject:
        addPicture(args[0], state.scale)
        break
    }
  }
  return { colors, pictures: [...pictures].map(([of, share]) => ({ of, share })), hasSeenText, hasDrawings }
}

/** The mode of text that is only found and copied. */
const unseenText = 3

/** Kinds of pixels in pdf.js: one bit each, or bytes by channel. */
const oneBit = 1
const channels: Readonly<Record<number, number>> = { 2: 3, 3: 4 }

const named = async (page: PdfPage, name: string): Promise<unknown> => {
  const late = new AbortController()
  const found: unknown = await Promise.race([
    new Promise(resolve => (name.startsWith('g_') ? page.commonObjs : page.objs).get(name, resolve)),
    setTimeout(pictureMs, undefined, { signal: late.signal }),
  ])
  late.abort()
  return found
}

/** Black and white pixels, eight in a byte, as scanners and fax machines write them. */
const ofBits = ({ data, width, height }: Pixels): Pixels | undefined => {
  const perRow = (width + 7) >> 3
  if (width * height > limits.pixels || data.length < perRow * height) return undefined
  const rgba = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 4)
      if ((data[y * perRow + (x >> 3)]! & (128 >> (x & 7))) === 0) rgba.fill(0, at, at + 3)
  return { data: rgba, width, height }
}

/** A picture of a page as pixels; undefined if it could not be decoded, or is a mask. */
export const pictureOf = async (page: PdfPage, { of }: PaintedPicture): Promise<Pixels | undefined> => {
  const found = typeof of === 'string' ? await named(page, of) : of
  if (typeof found !== 'object' || found === null || !('data' in found && 'kind' in found)) return undefined
  const { data, width, height, kind } = found as unknown as Pixels & { readonly kind: number }
  if (kind === oneBit) return ofBits({ data, width, height })
  const per = channels[kind]
  if (per === undefined || width * height > limits.pixels || data.length < width * height * per) return undefined
  if (per === 4) return { data, width, height }
  const rgba = new Uint8ClampedArray(width * height * 4)
  for (let i = 0, at = 0; i < width * height; i++) {
    rgba[at++] = data[3 * i]!
    rgba[at++] = data[3 * i + 1]!
    rgba[at++] = data[3 * i + 2]!
    rgba[at++] = 255
  }
  return { data: rgba, width, height }
}
