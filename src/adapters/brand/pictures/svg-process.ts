import { buffer } from 'node:stream/consumers'
import sharp, { type Sharp } from 'sharp'
import { limits } from '../limits.ts'
import { room, type Size, withRoom } from './svg-room.ts'

/**
 * The program that draws one SVG from its input to a PNG on its output, within its bounds: beyond them it kills itself. With the argument `text` it holds
 * text, which may need more room than its designer's font did.
 */

/** Pixels of the longer side: a small one is drawn larger, as its shapes allow it. */
const side = { least: 640, most: 1_000 }
/** Milliseconds of processor time, and bytes of memory. */
const most = { ms: 5_000, bytes: 512 * 1_048_576 }
const lookMs = 20
/** How many times as many pixels an SVG has with room around it. */
const timesWithRoom = (1 + 2 * room.across) * (1 + 2 * room.down)
/** Less of a color is not seen. */
const leastAlpha = 8

const usedMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
// only a kill ends the thread that draws
const watch = setInterval(() => {
  if (usedMs() > most.ms || process.memoryUsage.rss() > most.bytes) process.kill(process.pid, 'SIGKILL')
}, lookMs)
sharp.concurrency(1)

const limitInputPixels = limits.pixels
/** Times its own size; the library counts dots of an inch, of which an SVG has 72. */
const opened = (svg: Buffer, times: number) => sharp(svg, { limitInputPixels, density: 72 * times })
const png = (picture: Sharp): Promise<Buffer> =>
  picture
    .resize({ width: side.most, height: side.most, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .png()
    .toBuffer()

/** An SVG whose text exceeds it, with all of its text; undefined if nothing exceeds it. */
const withAllText = async (svg: Buffer, size: Size, times: number): Promise<Buffer | undefined> => {
  const { width, height } = size
  const grown =
    width * height * times * times * timesWithRoom < limits.pixels ? withRoom(svg.toString(), size) : undefined
  if (grown === undefined) return undefined
  const { data, info } = await opened(Buffer.from(grown), times)
    .ensureAlpha()
    .extractChannel('alpha')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const [left, top] = [Math.floor(width * room.across * times), Math.floor(height * room.down * times)]
  const box = { left, top, right: left + Math.ceil(width * times) + 1, bottom: top + Math.ceil(height * times) + 1 }
  const all = { ...box }
  for (let y = 0; y < info.height; y++)
    for (let x = 0; x < info.width; x++) {
      if (data[y * info.width + x]! < leastAlpha) continue
      all.left = Math.min(all.left, x)
      all.right = Math.max(all.right, x + 1)
      all.top = Math.min(all.top, y)
      all.bottom = Math.max(all.bottom, y + 1)
    }
  const isSame = Object.entries(box).every(([edge, at]) => all[edge as keyof typeof box] === at)
  if (isSame) return undefined
  const [right, bottom] = [Math.min(all.right, info.width), Math.min(all.bottom, info.height)]
  const whole = { left: all.left, top: all.top, width: right - all.left, height: bottom - all.top }
  return opened(Buffer.from(grown), times).extract(whole).png().toBuffer()
}

const svg = await buffer(process.stdin)
const { width, height } = await sharp(svg, { limitInputPixels }).metadata()
const times = Math.max(1, Math.min(100, side.least / Math.max(width, height)))
const whole = process.argv[2] === 'text' ? await withAllText(svg, { width, height }, times) : undefined
const drawn = await png(whole ? sharp(whole) : opened(svg, times))
clearInterval(watch)
process.stdout.write(drawn)
