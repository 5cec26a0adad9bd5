import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { endMark } from './end-mark.ts'

/** What a file ended with. `output`: all that it printed. */
export type Outcome = {
  readonly file: string
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly output: string
  readonly ms: number
  /** Seconds of processor time, with that of its ended child processes. */
  readonly processor: number
}

/** A file that says nothing for this long has hung. */
const limitMs = 400_000

const root = new URL('../..', import.meta.url).pathname

const count = (output: string, word: string): number =>
  [...output.matchAll(new RegExp(`${word}:\\s+(\\d+)`, 'g'))].reduce((sum, match) => sum + Number(match[1]), 0)

const outcomeOf = (file: string, output: string, code: number, ms: number, processor: number): Outcome => {
  const [total, passed, skipped] = [count(output, 'Total'), count(output, 'Passed'), count(output, 'Skipped')]
  // a file that broke off before its suites ended counts as one failure more
  const broken = (code !== 0 && total === passed) || total + skipped === 0 ? 1 : 0
  return { file, passed, skipped, failed: total - passed + broken, output, ms, processor }
}

/** Ends what is left of a group of processes. */
const endGroup = (pid: number | undefined): void => {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // nothing is left of it
  }
}

/** Processes of lanes that have not ended. */
const alive = new Set<ChildProcess>()
let isEnding = false
/** How long a lane may take to end by itself, in milliseconds: one whose file computes without a pause never does. */
const graceMs = 5_000

/** Ends all lanes, and what their files have started; no file is begun, or reported, after that. */
export const endLanes = async (): Promise<void> => {
  isEnding = true
  const ended = Promise.all([...alive].map(child => once(child, 'exit')))
  for (const child of alive) if (child.connected) child.disconnect()
  await Promise.race([ended, pause(graceMs)])
  for (const { pid } of alive) endGroup(pid)
}

/** A process that runs files one after the other. One that a file brought down, or that hangs, is replaced for the next file. */
const lane = (env: Readonly<Record<string, string>>) => {
  let child: ChildProcess | undefined
  const start = (): ChildProcess => {
    const started = fork(new URL('./lane.ts', import.meta.url), {
      cwd: root,
      env: { ...process.env, ...env, FORCE_COLOR: '0' },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // a group of its own, with which it ends the programs that its files have started
      detached: true,
    })
    // one that a file brought down could not, and its output would stay open, and the run wait, as long as they run
    alive.add(started)
    return started.once('exit', () => {
      alive.delete(started)
      endGroup(started.pid)
    })
  }
  const run = (file: string): Promise<Outcome> =>
    new Promise(resolve => {
      if (isEnding) return
      const running = child ?? start()
      child = running
      const started = performance.now()
      let output = ''
      const finish = (code: number, processor: number) => {
        clearTimeout(hung)
        running.stdout?.off('data', gather)
        running.stderr?.off('data', gather)
        running.off('close', ended)
        if (isEnding) return
        resolve(outcomeOf(file, output, code, performance.now() - started, processor))
      }
      const gather = (chunk: Buffer) => {
        output += chunk.toString()
        hung.refresh()
        const end = output.indexOf(endMark)
        if (end < 0 || !output.endsWith('\n')) return
        const [code, processor] = output
          .slice(end + endMark.length)
          .split(' ')
          .map(Number)
        output = output.slice(0, end)
        finish(code ?? 1, processor ?? 0)
      }
      const ended = (code: number | null) => {
        child = undefined
        finish(code || 1, 0)
      }
      const hung = setTimeout(() => {
        output += `\nthe file said nothing for ${limitMs / 1000} s\n`
        running.kill('SIGKILL')
      }, limitMs)
      running.stdout?.on('data', gather)
      running.stderr?.on('data', gather)
      running.on('close', ended)
      running.send(join(root, file))
    })
  return { run, close: () => child?.disconnect() }
}

/** Whether a file replaces the timers of its process, so that what earlier files left running there would disturb it. */
const replacesTimers = (file: string): boolean =>
  /mock\.timers\.enable|\bprocessSuite\(/.test(readFileSync(join(root, file), 'utf8'))

/**
 * Runs files, as many at a time as there are lanes, in the given order; calls `report` for each outcome. Calls with the same iterator share
 * its files.
 */
export const runInLanes = async (
  files: Iterable<string>,
  lanes: number,
  env: Readonly<Record<string, string>>,
  report: (outcome: Outcome) => void,
): Promise<void> => {
  const left = Iterator.from(files)
  const work = async () => {
    const shared = lane(env)
    for (const file of left) {
      const { run, close } = replacesTimers(file) ? lane(env) : { run: shared.run, close: () => undefined }
      report(await run(file))
      close()
    }
    shared.close()
  }
  await Promise.all(Array.from({ length: lanes }, work))
}
