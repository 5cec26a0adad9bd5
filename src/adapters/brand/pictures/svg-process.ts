import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { limits } from '../limits.ts'

/** The program that draws one SVG from its input to a PNG on its output, within its bounds: beyond them it kills itself. */

/** Pixels of the longer side. */
const longest = 1_000
/** Milliseconds of processor time, and bytes of memory. */
const most = { ms: 5_000, bytes: 512 * 1_048_576 }
const lookMs = 20

const usedMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
// only a kill ends the thread that draws
const watch = setInterval(() => {
  if (usedMs() > most.ms || process.memoryUsage.rss() > most.bytes) process.kill(process.pid, 'SIGKILL')
}, lookMs)

sharp.concurrency(1)
const drawn = await sharp(await buffer(process.stdin), { limitInputPixels: limits.pixels })
  .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
  .toColourspace('srgb')
  .png()
  .toBuffer()
clearInterval(watch)
process.stdout.write(drawn)
