import { type ExecFileException, execFile } from 'node:child_process'
import { homedir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { cacheOfCode } from '../../threads/bounded-thread.ts'
import { tooManyPixels, Unreadable } from '../unreadable.ts'

const program = fileURLToPath(new URL('./svg-process.ts', import.meta.url))
/** Bytes of the PNG. */
const mostBytes = 16 * 1_048_576

const faultOf = (error: ExecFileException): Error => {
  if (error.signal)
    return new Unreadable('too-large', 'Drawing the SVG takes too much time or memory. Send a simpler one, or a PNG.')
  // it was not started, or its answer cannot be read
  if (typeof error.code !== 'number') return error
  return /pixel limit/i.test(error.message) ? tooManyPixels() : new Unreadable('unreadable', 'The SVG is damaged.')
}

/**
 * An SVG as a PNG whose longer side has 640 to 1,000 pixels, drawn by a process of its own, since the library that draws it cannot be stopped
 * (ADR 0146). Text that exceeds it in the fonts of this machine is not cut. Throws Unreadable.
 */
export const drawnSvg = (svg: Buffer, hasText = false): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    // fonts are listed in a cache below the home
    const env = { ...cacheOfCode(process.env), HOME: homedir() }
    const child = execFile(
      process.execPath,
      hasText ? [program, 'text'] : [program],
      { encoding: 'buffer', maxBuffer: mostBytes, env },
      (error, png) => (error === null ? resolve(png) : reject(faultOf(error))),
    )
    // one that has ended reads no more, and its end is the answer
    child.stdin?.on('error', () => undefined).end(svg)
  })
