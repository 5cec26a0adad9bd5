import { readFileSync } from 'node:fs'
import { flushCompileCache, registerHooks } from 'node:module'
import { takeCoverage } from 'node:v8'
import fc from 'fast-check'
import { endMark } from './end-mark.ts'

// A lane: a process that runs test files one after the other, as uvu's own runner does with all of them. The files come as
// messages; what each of them prints goes to standard output, and a marked line with its exit code ends it.

// uvu takes this for its own runner, and leaves it to us when the suites of a file are run
const uvuGlobals = globalThis as { UVU_DEFER?: number; UVU_QUEUE?: unknown[] }
uvuGlobals.UVU_DEFER = 1
// files that import uvu get one that prints what hooks throw
const loudUvu = new URL('./uvu.ts', import.meta.url).href
registerHooks({
  resolve: (name, context, next) =>
    name === 'uvu' && context.parentURL !== loudUvu ? next(loudUvu, context) : next(name, context),
})
const { exec } = await import('./uvu.ts')

// random inputs are the same in every run, so that a run fails for what was changed; another TEST_SEED tries others
fc.configureGlobal({ seed: Number(process.env.TEST_SEED ?? 1) })

const environment = { ...process.env }
const umask = process.umask()
/** Commands of the CLI that ran in this process set variables, and a umask that lets nobody else read their files. */
const restoreEnvironment = () => {
  process.umask(umask)
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
}

/** Runs the suites of a file; returns the exit code that a separate process would have had. */
const runFile = async (file: string): Promise<number> => {
  uvuGlobals.UVU_QUEUE?.splice(0, Number.POSITIVE_INFINITY, [null])
  process.exitCode = 0
  try {
    await import(file)
    await exec()
    return Number(process.exitCode)
  } catch (error) {
    process.stdout.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
    return 1
  } finally {
    restoreEnvironment()
  }
}

/** Seconds of processor time that this process and its ended children have used; 0 where the system does not tell. */
const processorSeconds = (): number => {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) / 100, 0)
  } catch {
    return 0
  }
}

process.on('message', async (file: string) => {
  const before = processorSeconds()
  const code = await runFile(file)
  process.exitCode = 0
  process.stdout.write(`\n${endMark}${code} ${(processorSeconds() - before).toFixed(1)}\n`)
})
/** Ends the group of this process, and with it what its files left running, once node has written what it writes at its end. */
const endGroup = () => {
  takeCoverage()
  flushCompileCache()
  process.kill(-process.pid, 'SIGKILL')
}
// the runner has ended, or has no more files; handlers of this event, which end programs in their own way, come first
process.once('disconnect', () => {
  process.once('exit', endGroup)
  process.exit(0)
})
