import sharp from 'sharp'
import { openRenderer, type RendererOptions } from '../../../src/adapters/renderer/chromium.ts'
import type { Logger } from '../../../src/ports/logger.ts'
import type { Rendered, Renderer, RenderJob } from '../../../src/ports/renderer.ts'

/** A page of 40 x 30 pixels without resources, rendered as PNG; tests override what they need. */
export const job = (given: Partial<RenderJob> & Pick<RenderJob, 'html'>): RenderJob => ({
  accountId: 'acme',
  width: 40,
  height: 30,
  scale: 1,
  format: 'png',
  resource: async () => undefined,
  label: 'spring / Hero 40x30',
  ...given,
})

/** A page with this body and CSS. */
export const page = (css: string, body = ''): string =>
  `<!doctype html><meta charset="utf-8"><style>body{margin:0;background:#fff}${css}</style><body>${body}</body>`

/** A page with an animation of one second: red, blue in the second half, then green. */
export const redThenBlue = page(
  'body{background:#0f0;animation:k 1s steps(2,jump-none)}@keyframes k{from{background:#f00}to{background:#00f}}',
)

export const red = [255, 0, 0]
export const green = [0, 255, 0]
export const blue = [0, 0, 255]

export type Picture = {
  readonly width: number
  /** Of one frame. */
  readonly height: number
  readonly frames: number
  /** Red, green and blue at a position. */
  at(x: number, y: number, frame?: number): readonly number[]
}

/** A decoded image. */
export const decoded = async (bytes: Buffer): Promise<Picture> => {
  const { pages = 1 } = await sharp(bytes).metadata()
  const { data, info } = await sharp(bytes, { pages: -1 }).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const height = info.height / pages
  const place = (x: number, y: number, frame: number) => ((frame * height + y) * info.width + x) * 4
  return {
    width: info.width,
    height,
    frames: pages,
    at: (x, y, frame = 0) => [...data.subarray(place(x, y, frame), place(x, y, frame) + 3)],
  }
}

/** Renders a job that must succeed. */
export const drawnBy = async (renderer: Renderer, wanted: RenderJob): Promise<Rendered> => {
  const result = await renderer.render(wanted)
  if ('code' in result) throw new Error(`${result.code}: ${result.detail}`)
  return result
}

/** Drops everything. */
export const noLog: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

/** The time of a page, in milliseconds: far more than a busy machine needs. Tests of pages without end give less. */
const timeoutMs = 180_000

/** A renderer with two pages for the tests of one file, which close it. */
export const rendererFor = (options: Partial<RendererOptions> = {}): Promise<Renderer> =>
  openRenderer({ noSandbox: process.env.CHROMIUM_NO_SANDBOX === '1', pages: 2, timeoutMs, ...options })
